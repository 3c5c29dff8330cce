import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** More links than the system follows. */
const MOST_LINKS = 40;

/** Returns where a path leads through links. Works for files that do not exist, also at the end of a link. */
export function linkTarget(path: string, links = 0): string {
  try {
    return realpathSync(path);
  } catch {
    // Something on the way does not exist, or may not be looked at: the existing part is followed below.
  }
  const folder = dirname(path);
  if (folder === path) return path;
  const real = join(linkTarget(folder, links), basename(path));
  const target = links < MOST_LINKS ? linkOf(real) : undefined;
  return target === undefined ? real : linkTarget(resolve(dirname(real), target), links + 1);
}

function linkOf(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    // There is nothing at this path.
    return undefined;
  }
}
