import type { Dirent } from "node:fs";

/** Lists the paths below a folder, relative to that folder. Paths of folders end with a slash. */
export type ListFiles = (root: string, signal: AbortSignal) => Promise<string[]>;

const MAX_ENTRIES = 20_000;
const SKIPPED = new Set([".git", "node_modules"]);

/** Walks the folders breadth-first: near files come first, and the limit on entries cuts off only the deepest ones. */
export async function walkFiles(root: string, signal: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  let level = [""];
  while (level.length > 0 && found.length < MAX_ENTRIES && !signal.aborted) {
    const listings = await Promise.all(level.map((folder) => readFolder(root, folder)));
    const below = listings.flat();
    for (const path of below) found.push(path);
    level = below.filter((path) => path.endsWith("/"));
  }
  return found.slice(0, MAX_ENTRIES);
}

/** Lists files with `fd`, which respects ignore files. */
export function listWithFd(command: string): ListFiles {
  return async (root, signal) => {
    const options = ["--type", "f", "--type", "d", "--hidden", "--exclude", ".git", "--color", "never"];
    const limits = ["--max-results", String(MAX_ENTRIES), "--base-directory", root];
    const [{ execFile }, { promisify }] = await Promise.all([import("node:child_process"), import("node:util")]);
    const run = promisify(execFile);
    const { stdout } = await run(command, [...options, ...limits], { signal, maxBuffer: 64 * 1024 * 1024 });
    return stdout.split("\n").flatMap((line) => (line === "" ? [] : [line.replace(/^\.\//, "")]));
  };
}

/** Returns the entries of a folder, or none if the folder cannot be read. */
export async function readEntries(folder: string): Promise<Dirent[]> {
  // Loaded when first needed: importing this package opens no file and starts no process.
  const { readdir } = await import("node:fs/promises");
  return await readdir(folder, { withFileTypes: true }).catch(() => []);
}

async function readFolder(root: string, folder: string): Promise<string[]> {
  const entries = await readEntries(`${root}/${folder}`);
  return entries.flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    return [`${folder}${entry.name}${entry.isDirectory() ? "/" : ""}`];
  });
}
