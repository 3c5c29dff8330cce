import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { IndexedFile, IndexedSymbol } from "./rank.ts";
import type { ScannedFile } from "./scan.ts";

/** Changes when the format or the outlines change: an older cache is not read. */
const VERSION = 2;

type StoredSymbol = readonly [
  name: string,
  firstLine: number,
  lastLine: number,
  depth: number,
  signature: string,
  references: number,
  weight: number,
];

/** The index is all that a map needs while no file changes. The words of the files are many, so they have a file of their own. */
interface StoredIndex {
  readonly version: number;
  /** A random number that is in both files of a cache, because another process may replace one after the other. */
  readonly stamp: number;
  readonly files: readonly (readonly [
    path: string,
    mtimeMs: number,
    size: number,
    hash: string,
    symbols: readonly StoredSymbol[],
  ])[];
}

export interface MapIndex {
  readonly stamp: number;
  readonly files: readonly IndexedFile[];
}

export interface CacheContent {
  readonly files: readonly IndexedFile[];
  /** The words of each file, in the same order. */
  readonly words: readonly Uint32Array[];
}

/** Resolves to the result of the last scan, or to `undefined` if there is none that can be read. */
export async function readIndex(cacheDir: string, folder: string): Promise<MapIndex | undefined> {
  try {
    const { version, stamp, files } = JSON.parse(
      await readFile(cachePath(cacheDir, folder, "json"), "utf8"),
    ) as StoredIndex;
    if (version !== VERSION) return undefined;
    return {
      stamp,
      files: files.map(([path, mtimeMs, size, hash, symbols]) => ({
        ...{ path, mtimeMs, size, hash },
        symbols: symbols.map(loadSymbol),
      })),
    };
  } catch {
    return undefined;
  }
}

/** Resolves to the files of an index with their words. There are none if the words are missing, damaged, or of another index. */
export async function readWords(
  cacheDir: string,
  folder: string,
  { stamp, files }: MapIndex,
): Promise<readonly ScannedFile[]> {
  const bytes = await readFile(cachePath(cacheDir, folder, "words")).catch(() => Buffer.alloc(0));
  const numbers = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)));
  const total = files.length + 1;
  if (numbers[0] !== stamp || numbers.length < total) return [];
  const found: ScannedFile[] = [];
  let at = total;
  for (const [index, file] of files.entries()) {
    const count = numbers[index + 1] ?? 0;
    found.push({ ...file, words: numbers.subarray(at, at + count) });
    at += count;
  }
  return at === numbers.length ? found : [];
}

/** Writes the cache. Other processes see the old files or the new ones. */
export async function writeCache(cacheDir: string, folder: string, { files, words }: CacheContent): Promise<void> {
  const stamp = randomBytes(4).readUInt32LE();
  const total = words.reduce((sum, each) => sum + each.length, files.length + 1);
  const numbers = new Uint32Array(total);
  numbers[0] = stamp;
  numbers.set(
    words.map(({ length }) => length),
    1,
  );
  let at = files.length + 1;
  for (const each of words) {
    numbers.set(each, at);
    at += each.length;
  }
  const index: StoredIndex = {
    version: VERSION,
    stamp,
    files: files.map(({ path, mtimeMs, size, hash, symbols }) => [path, mtimeMs, size, hash, symbols.map(storeSymbol)]),
  };
  try {
    await mkdir(cacheDir, { recursive: true, mode: 0o700 });
    await replaceFile(cachePath(cacheDir, folder, "words"), new Uint8Array(numbers.buffer));
    await replaceFile(cachePath(cacheDir, folder, "json"), JSON.stringify(index));
  } catch (error) {
    // Without a cache the next map takes longer; that is no reason to show none.
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const beside = `${path}.${crypto.randomUUID()}`;
  try {
    await writeFile(beside, content, { mode: 0o600 });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

function loadSymbol(stored: StoredSymbol): IndexedSymbol {
  const [name, firstLine, lastLine, depth, signature, references, weight] = stored;
  return { name, firstLine, lastLine, depth, signature, references, weight };
}

function storeSymbol(symbol: IndexedSymbol): StoredSymbol {
  const { name, firstLine, lastLine, depth, signature, references, weight } = symbol;
  return [name, firstLine, lastLine, depth, signature, references, weight];
}

function cachePath(cacheDir: string, folder: string, ending: "json" | "words"): string {
  return join(cacheDir, `${createHash("sha256").update(folder).digest("hex").slice(0, 32)}.${ending}`);
}
