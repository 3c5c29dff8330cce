import { basename } from "node:path";

/** Started under the name `pi`, as by a link or by an extension: the command line then means what it means to pi. */
export function startedAsPi(program = process.argv[1] ?? ""): boolean {
  return /^pi(?:\.m?js)?$/.test(basename(program));
}
