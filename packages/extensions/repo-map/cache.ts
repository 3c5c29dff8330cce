import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ScannedFile } from "./scan.ts";

/** Changes when the format or the outlines change: an older cache is not read. */
const VERSION = 1;

/** The names of all files in one table, because most files mention the same ones. */
interface CacheFile {
  readonly version: number;
  readonly words: readonly string[];
  readonly files: readonly (Omit<ScannedFile, "words"> & { readonly words: readonly number[] })[];
}

/** Resolves to the files of the last scan. A missing, damaged or older cache is empty. */
export async function readCache(cacheDir: string, folder: string): Promise<readonly ScannedFile[]> {
  try {
    const { version, words, files } = JSON.parse(await readFile(cachePath(cacheDir, folder), "utf8")) as CacheFile;
    if (version !== VERSION) return [];
    return files.map((file) => ({ ...file, words: file.words.map((index) => words[index] ?? "") }));
  } catch {
    return [];
  }
}

/** Writes the cache. Other processes see the old one or the new one. */
export async function writeCache(cacheDir: string, folder: string, files: readonly ScannedFile[]): Promise<void> {
  const indexes = new Map<string, number>();
  const indexOf = (word: string) => {
    const known = indexes.get(word);
    if (known !== undefined) return known;
    indexes.set(word, indexes.size);
    return indexes.size - 1;
  };
  const stored = files.map((file) => ({ ...file, words: file.words.map(indexOf) }));
  const content: CacheFile = { version: VERSION, words: [...indexes.keys()], files: stored };
  const path = cachePath(cacheDir, folder);
  const beside = `${path}.${crypto.randomUUID()}`;
  try {
    await mkdir(cacheDir, { recursive: true, mode: 0o700 });
    await writeFile(beside, JSON.stringify(content), { mode: 0o600 });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    // Without a cache the next map takes longer; that is no reason to show none.
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

function cachePath(cacheDir: string, folder: string): string {
  return join(cacheDir, `${createHash("sha256").update(folder).digest("hex").slice(0, 32)}.json`);
}
