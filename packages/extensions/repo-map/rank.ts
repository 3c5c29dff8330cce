import type { DefinedSymbol, FileState, ScannedFile } from "./scan.ts";
import { wordHash } from "./words.ts";

/** A definition and what it is worth, as the cache keeps it. */
export interface IndexedSymbol extends DefinedSymbol {
  /** The number of other files that mention the name. */
  readonly references: number;
  /** What a reference counts. */
  readonly weight: number;
}

export interface IndexedFile extends FileState {
  readonly symbols: readonly IndexedSymbol[];
}

export interface RankedSymbol {
  readonly file: IndexedFile;
  readonly symbol: IndexedSymbol;
  readonly score: number;
}

/** A name with more definitions than this says little about any of them. */
const MOST_DEFINITIONS = 5;

/** Counts how many other files mention each definition. */
export function countReferences(files: readonly ScannedFile[]): IndexedFile[] {
  const definers = new Map<string, number>();
  for (const { symbols } of files)
    for (const name of new Set(symbols.map((symbol) => symbol.name))) definers.set(name, (definers.get(name) ?? 0) + 1);
  const mentions = new Map([...definers.keys()].map((name) => [wordHash(name), 0]));
  for (const { words } of files)
    for (const word of words) {
      const count = mentions.get(word);
      if (count !== undefined) mentions.set(word, count + 1);
    }
  return files.map(({ path, mtimeMs, size, hash, symbols }) => ({
    ...{ path, mtimeMs, size, hash },
    symbols: symbols.map((symbol) => {
      const count = definers.get(symbol.name) ?? 1;
      const references = Math.max(0, (mentions.get(wordHash(symbol.name)) ?? 0) - count);
      return { ...symbol, references, weight: weigh(path, symbol, count) / count };
    }),
  }));
}

/** Ranks the definitions by how many other files mention them. */
export function rankSymbols(files: readonly IndexedFile[], focus: readonly string[] = []): RankedSymbol[] {
  const wanted = focus.map((each) => each.trim().toLowerCase()).filter((each) => each !== "");
  const ranked: RankedSymbol[] = [];
  for (const file of files) {
    const isWantedFile = wanted.some((each) => file.path.toLowerCase().includes(each));
    for (const symbol of file.symbols) {
      const isWanted = isWantedFile || (wanted.length > 0 && wanted.includes(symbol.name.toLowerCase()));
      const score = (symbol.references + (isWanted ? 10 : 0)) * symbol.weight * (isWanted ? 50 : 1);
      if (score > 0) ranked.push({ file, symbol, score });
    }
  }
  return ranked.sort(
    (a, b) => b.score - a.score || comparePaths(a.file.path, b.file.path) || a.symbol.firstLine - b.symbol.firstLine,
  );
}

function comparePaths(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Returns whether other files can use the definition, as far as its first line tells. */
function isVisible(path: string, { name, depth, signature }: DefinedSymbol): boolean {
  if (/\.[mc]?[jt]sx?$/.test(path))
    return depth > 0 ? !/^(?:private|#)/.test(signature) : signature.startsWith("export ");
  if (path.endsWith(".go")) return /^\p{Lu}/u.test(name);
  if (path.endsWith(".rs")) return depth > 0 || signature.startsWith("pub");
  return !/^(?:private|static)\b/.test(signature);
}

function weigh(path: string, symbol: DefinedSymbol, definers: number): number {
  const { name, depth } = symbol;
  // A short plain word is likely to be mentioned by chance.
  const isDistinct = name.length >= 8 || /[a-z][A-Z]|_|^[A-Z]/.test(name);
  return (
    (isDistinct ? 1 : 0.1) *
    (isVisible(path, symbol) ? 1 : 0.02) *
    (name.startsWith("_") ? 0.1 : 1) *
    (definers > MOST_DEFINITIONS ? 0.1 : 1) *
    (depth > 0 ? 0.3 : 1) *
    (/(?:^|\/)(?:tests?|spec|fixtures|examples|__tests__)\/|[._-](?:test|spec)\./i.test(path) ? 0.1 : 1)
  );
}
