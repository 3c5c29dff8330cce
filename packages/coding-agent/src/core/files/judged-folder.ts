import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, realpathSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { errorCode } from "@tau/agent/error-code";
import { makeFolder } from "@tau/agent/make-folder";

/** Code of the error for a path on which a link has been exchanged since it was judged. */
export const EXCHANGED = "EEXCHANGED";

export interface JudgedFolderOptions {
  /** Makes missing folders. */
  readonly creates?: boolean;
  /** Called with the outermost folder that was made. */
  readonly onMade?: (folder: string) => void;
}

/**
 * Calls `use` with a path to a file whose folder is exactly the one in `target`, which has no links: each folder is
 * opened from within the one above it, without following a link, and stays open meanwhile. Only the last part of the
 * path can still be a link, which `use` must not follow (`NO_LINK`).
 *
 * This needs `/proc`. Elsewhere the folder is compared right before `use`, which leaves a moment for an exchange.
 */
export async function inJudgedFolder<T>(
  target: string,
  use: (path: string) => T | Promise<T>,
  options: JudgedFolderOptions = {},
): Promise<T> {
  const folder = dirname(target);
  if (!CAN_WALK) {
    if (options.creates) makeCompared(folder, options);
    if (realpathSync(folder) !== folder) throw exchanged(folder);
    return await use(target);
  }
  const opened = openFolder(folder, options);
  try {
    return await use(join(descriptorPath(opened), basename(target)));
  } finally {
    closeSync(opened);
  }
}

/** Flag with which a file is opened only if it is not a link. */
export const NO_LINK = constants.O_NOFOLLOW ?? 0;

export function exchanged(path: string): Error {
  return Object.assign(new Error(`${path} is not what it was when the call was permitted.`), { code: EXCHANGED });
}

const CAN_WALK = process.platform === "linux" && existsSync("/proc/self/fd");

/** `O_PATH` of Linux, which Node does not name: a folder that may not be listed can be passed through. */
const PASS = 0o10000000 | constants.O_DIRECTORY | NO_LINK;

function openFolder(folder: string, { creates = false, onMade }: JudgedFolderOptions): number {
  let opened = openSync(sep, PASS);
  let isMade = false;
  try {
    const names = folder.split(sep).filter(Boolean);
    for (const [index, name] of names.entries()) {
      const path = join(descriptorPath(opened), name);
      if (creates && make(path) && !isMade) {
        isMade = true;
        onMade?.(sep + names.slice(0, index + 1).join(sep));
      }
      const next = open(path, sep + names.slice(0, index + 1).join(sep));
      closeSync(opened);
      opened = next;
    }
    return opened;
  } catch (error) {
    closeSync(opened);
    throw error;
  }
}

function open(path: string, shown: string): number {
  try {
    return openSync(path, PASS);
  } catch (error) {
    throw lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? exchanged(shown) : error;
  }
}

/** Makes a folder where nothing is. Returns whether it was made. */
function make(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })) return false;
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

function makeCompared(folder: string, { onMade }: JudgedFolderOptions): void {
  let above = folder;
  let missing: string | undefined;
  for (; !existsSync(above) && dirname(above) !== above; above = dirname(above)) missing = above;
  if (realpathSync(above) !== above) throw exchanged(above);
  makeFolder(folder);
  if (missing !== undefined) onMade?.(missing);
}

function descriptorPath(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`;
}
