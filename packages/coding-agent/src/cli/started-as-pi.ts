import { basename } from "node:path";

/** Returns whether Tau was started under the name `pi`, for example by a link or by an extension. The command line then has pi's meaning. */
export function startedAsPi(program = process.argv[1] ?? ""): boolean {
  return /^pi(?:\.m?js)?$/.test(basename(program));
}
