import type { DefinedSymbol, ScannedFile } from "./scan.ts";

export interface RankedSymbol {
  readonly file: ScannedFile;
  readonly symbol: DefinedSymbol;
  /** The number of other files that mention the name. */
  readonly references: number;
  readonly score: number;
}

/** A name with more definitions than this says little about any of them. */
const MOST_DEFINITIONS = 5;

/** Ranks the definitions by how many other files mention them. */
export function rankSymbols(files: readonly ScannedFile[], focus: readonly string[] = []): RankedSymbol[] {
  const definitions = new Map<string, number>();
  for (const { symbols } of files)
    for (const name of new Set(symbols.map((symbol) => symbol.name)))
      definitions.set(name, (definitions.get(name) ?? 0) + 1);
  const mentions = new Map<string, number>();
  for (const { words } of files)
    for (const word of words) if (definitions.has(word)) mentions.set(word, (mentions.get(word) ?? 0) + 1);
  const wanted = focus.map((each) => each.trim().toLowerCase()).filter((each) => each !== "");
  return files
    .flatMap((file) =>
      file.symbols.map((symbol) => {
        const definers = definitions.get(symbol.name) ?? 1;
        const references = Math.max(0, (mentions.get(symbol.name) ?? 0) - definers);
        const isWanted = wanted.some(
          (each) => symbol.name.toLowerCase() === each || file.path.toLowerCase().includes(each),
        );
        const score =
          ((references + (isWanted ? 10 : 0)) * weight(file, symbol, definers) * (isWanted ? 50 : 1)) / definers;
        return { file, symbol, references, score };
      }),
    )
    .filter(({ score }) => score > 0)
    .sort(
      (a, b) => b.score - a.score || (a.file.path < b.file.path ? -1 : 1) || a.symbol.firstLine - b.symbol.firstLine,
    );
}

/** Returns whether other files can use the definition, as far as its first line tells. */
function isVisible({ path }: ScannedFile, { name, depth, signature }: DefinedSymbol): boolean {
  if (/\.[mc]?[jt]sx?$/.test(path))
    return depth > 0 ? !/^(?:private|#)/.test(signature) : signature.startsWith("export ");
  if (path.endsWith(".go")) return /^\p{Lu}/u.test(name);
  if (path.endsWith(".rs")) return depth > 0 || signature.startsWith("pub");
  return !/^(?:private|static)\b/.test(signature);
}

function weight(file: ScannedFile, symbol: DefinedSymbol, definers: number): number {
  const { name, depth } = symbol;
  // A short plain word is likely to be mentioned by chance.
  const isDistinct = name.length >= 8 || /[a-z][A-Z]|_|^[A-Z]/.test(name);
  return (
    (isDistinct ? 1 : 0.1) *
    (isVisible(file, symbol) ? 1 : 0.02) *
    (name.startsWith("_") ? 0.1 : 1) *
    (definers > MOST_DEFINITIONS ? 0.1 : 1) *
    (depth > 0 ? 0.3 : 1) *
    (/(?:^|\/)(?:tests?|spec|fixtures|examples|__tests__)\/|[._-](?:test|spec)\./i.test(file.path) ? 0.1 : 1)
  );
}
