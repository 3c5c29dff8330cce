import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { relative } from "node:path";
import type { ExtensionAPI } from "@tau/coding-agent";
import { readCache, writeCache } from "./cache.ts";

/** A definition, as the cache keeps it. */
export interface DefinedSymbol {
  readonly name: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly depth: number;
  readonly signature: string;
}

export interface ScannedFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly mtimeMs: number;
  readonly size: number;
  readonly hash: string;
  readonly symbols: readonly DefinedSymbol[];
  /** The names that the file mentions, each once. */
  readonly words: readonly string[];
}

export interface Scan {
  readonly files: readonly ScannedFile[];
  /** Files that had to be parsed because the cache did not have their content. */
  readonly parsed: number;
  readonly isCut: boolean;
}

export interface ScanRequest {
  readonly folder: string;
  readonly cacheDir: string;
  readonly signal?: AbortSignal | undefined;
}

const MAX_FILES = 20_000;
const MAX_BYTES = 500_000;
const MOST_SIGNATURE = 120;
const AT_ONCE = 16;

/** Collects the definitions and names of all source files. Only files whose content is new are parsed. */
export async function scan(
  pi: Pick<ExtensionAPI, "files" | "syntax">,
  { folder, cacheDir, signal }: ScanRequest,
): Promise<Scan> {
  const extensions = new Set((await pi.syntax.languages()).flatMap((language) => language.extensions));
  const listed = await pi.files.list({ cwd: folder, paths: [folder], signal });
  const sources = listed.filter((file) => extensions.has(file.slice(file.lastIndexOf(".") + 1).toLowerCase()));
  const cached = new Map((await readCache(cacheDir, folder)).map((file) => [file.path, file]));
  const files = new Array<ScannedFile | undefined>(Math.min(sources.length, MAX_FILES));
  let next = 0;
  let parsed = 0;
  let changed = cached.size === files.length ? 0 : 1;
  const work = async () => {
    while (next < files.length) {
      signal?.throwIfAborted();
      const index = next++;
      const file = sources[index] ?? "";
      const known = cached.get(relative(folder, file));
      const scanned = await scanFile(pi, file, folder, known);
      if (scanned !== known) changed++;
      if (scanned && scanned.hash !== (known?.hash ?? "")) parsed++;
      files[index] = scanned;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const found = files.filter((file) => file !== undefined);
  if (changed > 0) await writeCache(cacheDir, folder, found);
  return { files: found, parsed, isCut: sources.length > MAX_FILES };
}

async function scanFile(
  pi: Pick<ExtensionAPI, "files" | "syntax">,
  file: string,
  folder: string,
  known: ScannedFile | undefined,
): Promise<ScannedFile | undefined> {
  const stats = await stat(file).catch(() => undefined);
  if (!stats) return undefined;
  const { mtimeMs, size } = stats;
  if (known && known.mtimeMs === mtimeMs && known.size === size) return known;
  const text = await pi.files.readText(file, { maxBytes: MAX_BYTES }).catch(() => undefined);
  const base = { path: relative(folder, file), mtimeMs, size };
  if (text === undefined) return { ...base, hash: "", symbols: [], words: [] };
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 16);
  if (known?.hash === hash) return { ...known, ...base };
  const items = (await pi.syntax.outline(file, text)) ?? [];
  const lines = text.split("\n");
  const symbols = items.flatMap(({ name, firstLine, lastLine, depth }) => {
    if (name === undefined || depth > 1) return [];
    const signature = (lines[firstLine - 1] ?? "").trim().slice(0, MOST_SIGNATURE);
    return [{ name, firstLine, lastLine, depth, signature }];
  });
  return { ...base, hash, symbols, words: [...new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]{2,}/gu) ?? [])] };
}
