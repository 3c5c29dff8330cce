import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the path of a file in the repository. */
export function at(path) {
  return `${root}${path}`;
}
