import { constants } from "node:fs";
import { access, open, readdir, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { FILE_LIMITS, readOrdinaryFile } from "../../files/index.ts";
import { formatSize } from "../../output/index.ts";
import { editDistance } from "../../text/nearest.ts";
import { ToolError } from "../tool-error.ts";

/** What is at a path. */
export interface ExaminedPath {
  readonly kind: "file" | "folder";
  /** In bytes; 0 for a folder. */
  readonly size: number;
  /** The first bytes, at most `HEAD_BYTES`. */
  readonly head: Buffer;
}

/** As many bytes of a file show what it is. */
export const HEAD_BYTES = 8192;

/** The file operations that the tool needs. The default reads this machine; ssh, containers and tests provide their own. */
export interface ReadOperations {
  readFile(absolutePath: string): Promise<Buffer>;
  /** Rejects if the file cannot be read. */
  access(absolutePath: string): Promise<void>;
  /** Detects an image type. If absent, or if it resolves to nothing, the first bytes of the content decide. */
  detectImageMimeType?(absolutePath: string): Promise<string | null | undefined>;
  /** Resolves to paths that may have been meant if the file does not exist. `cwd` is the working directory. */
  suggest?(absolutePath: string, cwd: string): Promise<readonly string[]>;
  /** Lets readers of documents open files. Resolves to `undefined` if there is neither a file nor a folder that can be read. */
  examine?(absolutePath: string): Promise<ExaminedPath | undefined>;
  /** Copies a file to a path of this machine. Absent if the files are on this machine. Rejects if it has more bytes than `maxBytes`. */
  download?(absolutePath: string, to: string, options: DownloadOptions): Promise<void>;
}

export interface DownloadOptions {
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export const localReadOperations: ReadOperations = {
  async readFile(absolutePath) {
    const { size } = await stat(absolutePath);
    if (size <= FILE_LIMITS.whole) return await readOrdinaryFile(absolutePath);
    throw new ToolError(
      "too-large",
      `${absolutePath} is ${formatSize(size)}, more than read takes (${formatSize(FILE_LIMITS.whole)}). Use bash with head, tail, sed -n or grep.`,
    );
  },
  access: (absolutePath) => access(absolutePath, constants.R_OK),
  suggest: suggestPaths,
  examine: examineFile,
};

async function examineFile(absolutePath: string): Promise<ExaminedPath | undefined> {
  const stats = await stat(absolutePath).catch(() => undefined);
  if (stats?.isDirectory()) return { kind: "folder", size: 0, head: Buffer.alloc(0) };
  if (!stats?.isFile()) return undefined;
  const handle = await open(absolutePath, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => undefined);
  if (!handle) return undefined;
  await using file = handle;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return { kind: "file", size: stats.size, head: buffer.subarray(0, bytesRead) };
}

const MAX_SUGGESTIONS = 3;
const MOST_SEARCH_MS = 2000;

async function suggestPaths(missingPath: string, cwd: string): Promise<readonly string[]> {
  const near = await similarNames(missingPath);
  return near.length > 0 ? near : await sameEnding(missingPath, cwd);
}

/** Resolves to files of the working directory whose path ends like the missing one, since models leave out the first folders. */
async function sameEnding(missingPath: string, cwd: string): Promise<string[]> {
  const ending = relative(cwd, missingPath).replaceAll(sep, "/");
  if (ending === "" || ending.startsWith("../") || isAbsolute(ending)) return [];
  const { createLocalFindOperations } = await import("../find/operations.ts");
  const literal = ending.replace(/[\\*?[\]{}()!]/g, "\\$&");
  const options = { ignore: [], limit: MAX_SUGGESTIONS, signal: AbortSignal.timeout(MOST_SEARCH_MS) };
  // The error about the missing file is what counts: a search that fails adds nothing to it.
  const found = await Promise.resolve(createLocalFindOperations().glob(literal, cwd, options)).catch(() => []);
  return found.filter((path) => !path.endsWith("/")).slice(0, MAX_SUGGESTIONS);
}

/** Resolves to similar names next to a missing file: different case, different extension, or one or two letters away. */
async function similarNames(missingPath: string): Promise<string[]> {
  const folder = dirname(missingPath);
  const names = await readdir(folder).catch(() => []);
  const wanted = basename(missingPath).toLowerCase();
  return names
    .filter((name) => name !== basename(missingPath))
    .map((name) => ({ name, distance: nearness(wanted, name.toLowerCase()) }))
    .filter((candidate) => candidate.distance <= Math.min(2, wanted.length / 3))
    .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
    .slice(0, MAX_SUGGESTIONS)
    .map((candidate) => join(folder, candidate.name));
}

function nearness(wanted: string, name: string): number {
  if (stem(wanted) === stem(name)) return wanted === name ? 0 : 1;
  return Math.abs(wanted.length - name.length) > 2 ? Number.POSITIVE_INFINITY : editDistance(wanted, name);
}

function stem(name: string): string {
  const dot = name.indexOf(".", 1);
  return dot === -1 ? name : name.slice(0, dot);
}
