import { hash } from "node:crypto";
import { constants, readFileSync, type Stats, statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { ExtensionAPI } from "@tau/coding-agent";
import { readIndex, readWords, writeCache } from "./cache.ts";
import { countReferences, type IndexedFile } from "./rank.ts";
import { WordCollector } from "./words.ts";

/** A definition, as its file shows it. */
export interface DefinedSymbol {
  readonly name: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly depth: number;
  readonly signature: string;
}

export interface FileState {
  /** Relative to the folder. */
  readonly path: string;
  readonly mtimeMs: number;
  readonly size: number;
  /** Empty if the content is no text, or too large. */
  readonly hash: string;
}

export interface ScannedFile extends FileState {
  readonly symbols: readonly DefinedSymbol[];
  /** Hashes of the names that the file mentions, each once. */
  readonly words: Uint32Array;
}

export interface Scan {
  readonly files: readonly IndexedFile[];
  /** Files that had to be parsed because the cache did not have their content. */
  readonly parsed: number;
  readonly isCut: boolean;
}

export interface ScanRequest {
  readonly folder: string;
  readonly cacheDir: string;
  readonly signal?: AbortSignal | undefined;
}

interface ListedFile {
  readonly file: string;
  readonly path: string;
  readonly stats: Stats;
}

type Ports = Pick<ExtensionAPI, "files" | "syntax">;

const MAX_FILES = 20_000;
const MAX_BYTES = 500_000;
const MOST_SIGNATURE = 120;
/** How long the scan works before it lets the screen and the keyboard have their turn. */
const SLICE_MS = 15;

/** Collects the definitions of all source files. Only files whose content is new are parsed; if there are none, the last result is returned. */
export async function scan(pi: Ports, { folder, cacheDir, signal }: ScanRequest): Promise<Scan> {
  const extensions = new Set((await pi.syntax.languages()).flatMap((language) => language.extensions));
  const [listed, index] = await Promise.all([
    pi.files.list({ cwd: folder, paths: [folder], signal }),
    readIndex(cacheDir, folder),
  ]);
  const sources = listed.filter((file) => extensions.has(file.slice(file.lastIndexOf(".") + 1).toLowerCase()));
  const pause = createPause(signal);
  const found = await statFiles(sources.slice(0, MAX_FILES), folder, pause);
  const isCut = sources.length > MAX_FILES;
  if (found.length === index?.files.length && found.every((each, at) => isUnchanged(each, index.files[at])))
    return { files: index.files, parsed: 0, isCut };

  const known = new Map((index ? await readWords(cacheDir, folder, index) : []).map((file) => [file.path, file]));
  const collector = new WordCollector();
  const scanned: ScannedFile[] = [];
  let parsed = 0;
  for (const each of found) {
    const before = known.get(each.path);
    const after = isUnchanged(each, before) ? before : await scanFile(pi, each, before, collector);
    if (after.hash !== (before?.hash ?? "")) parsed++;
    scanned.push(after);
    await pause();
  }
  const files = countReferences(scanned);
  await writeCache(cacheDir, folder, { files, words: scanned.map(({ words }) => words) });
  return { files, parsed, isCut };
}

function isUnchanged<T extends FileState>({ path, stats }: ListedFile, known: T | undefined): known is T {
  return known?.path === path && known.mtimeMs === stats.mtimeMs && known.size === stats.size;
}

/** Resolves to the files that are still there. Thousands of asynchronous calls would take several times as long. */
async function statFiles(
  files: readonly string[],
  folder: string,
  pause: () => Promise<void> | undefined,
): Promise<ListedFile[]> {
  const prefix = folder.endsWith("/") ? folder : `${folder}/`;
  const found: ListedFile[] = [];
  for (const file of files) {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats) found.push({ file, path: file.startsWith(prefix) ? file.slice(prefix.length) : file, stats });
    await pause();
  }
  return found;
}

async function scanFile(
  { syntax }: Ports,
  { file, path, stats }: ListedFile,
  known: ScannedFile | undefined,
  collector: WordCollector,
): Promise<ScannedFile> {
  const { mtimeMs, size } = stats;
  const base = { path, mtimeMs, size };
  const text = stats.isFile() && size <= MAX_BYTES ? readText(file) : undefined;
  if (text === undefined) return { ...base, hash: "", symbols: [], words: new Uint32Array() };
  const digest = hash("sha256", text, "base64url").slice(0, 16);
  if (known?.hash === digest) return { ...known, ...base };
  const items = (await syntax.outline(file, text)) ?? [];
  const lines = text.split("\n");
  const symbols = items.flatMap(({ name, firstLine, lastLine, depth }) => {
    if (name === undefined || depth > 1) return [];
    const signature = (lines[firstLine - 1] ?? "").trim().slice(0, MOST_SIGNATURE);
    return [{ name, firstLine, lastLine, depth, signature }];
  });
  return { ...base, hash: digest, symbols, words: collector.collect(text) };
}

/** Returns the text of a file, or `undefined` if it is binary, no ordinary file, or unreadable. Opening a pipe must not wait for its writer. */
function readText(file: string): string | undefined {
  try {
    const text = readFileSync(file, { encoding: "utf8", flag: (constants.O_RDONLY | constants.O_NONBLOCK) as never });
    return text.includes("\0") ? undefined : text.replace(/^\uFEFF/, "");
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

/** Returns a function to call between two pieces of work. It gives way to others when a slice of time is used up, and throws when the call is stopped. */
function createPause(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  let since = performance.now();
  const giveWay = async () => {
    await setImmediate();
    signal?.throwIfAborted();
    since = performance.now();
  };
  return () => (performance.now() - since < SLICE_MS ? undefined : giveWay());
}
