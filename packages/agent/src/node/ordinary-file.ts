import { closeSync, constants, openSync, readFileSync, type Stats, statSync } from "node:fs";

/** How much of a file is taken into memory, by what it is read for. */
export const FILE_LIMITS = {
  /** A word or a line that leads elsewhere: git's HEAD, the mark of a running command. */
  pointer: 64 * 1024,
  /** Settings, instructions, skills, templates, themes, a package.json. */
  config: 16 * 1024 * 1024,
  /** What goes into a prompt: more than any model takes. */
  attachment: 64 * 1024 * 1024,
  /** What a tool or the program itself works on: it is held in memory as a whole. */
  whole: 256 * 1024 * 1024,
} as const;

export const NOT_ORDINARY = "ENOTFILE";
export const TOO_LARGE = "ETOOLARGE";

/** A file that is exchanged for a pipe after the check must not block either. */
export const ORDINARY_READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Reads a file, and refuses what only looks like one: a pipe would be waited for without end, a device has no end. */
export function readOrdinaryFileSync(path: string, limit: number): Buffer {
  checkOrdinary(statSync(path), path, limit);
  const fd = openSync(path, ORDINARY_READ);
  try {
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** A folder passes: the system's own error says what it is. */
export function checkOrdinary(stats: Stats, path: string, limit: number = FILE_LIMITS.whole): void {
  if (stats.isDirectory()) return;
  if (!stats.isFile()) throw Object.assign(new Error(`Not an ordinary file: ${path}`), { code: NOT_ORDINARY });
  if (stats.size <= limit) return;
  const size = limit < 1024 * 1024 ? `${limit / 1024} KB` : `${limit / 1024 / 1024} MB`;
  throw Object.assign(new Error(`${path} is larger than ${size}`), { code: TOO_LARGE });
}
