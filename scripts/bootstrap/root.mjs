import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The path of a file of the repository. */
export function at(path) {
  return `${root}${path}`;
}
