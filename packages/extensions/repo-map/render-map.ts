import type { RankedSymbol } from "./rank.ts";

export interface MapText {
  readonly text: string;
  readonly symbols: number;
  readonly files: number;
}

/** Renders the best symbols that fit into the budget, by file; the file with the best symbol comes first. */
export function renderMap(ranked: readonly RankedSymbol[], tokens: number): MapText {
  let left = tokens * 4;
  const byFile = new Map<string, RankedSymbol[]>();
  let symbols = 0;
  for (const entry of ranked) {
    const { path } = entry.file;
    const known = byFile.get(path);
    const cost = lineOf(entry).length + 1 + (known ? 0 : path.length + 1);
    if (cost > left) break;
    left -= cost;
    symbols++;
    if (known) known.push(entry);
    else byFile.set(path, [entry]);
  }
  const text = [...byFile]
    .map(([path, entries]) =>
      [path, ...entries.toSorted((a, b) => a.symbol.firstLine - b.symbol.firstLine).map(lineOf)].join("\n"),
    )
    .join("\n");
  return { text, symbols, files: byFile.size };
}

function lineOf({ symbol: { firstLine, lastLine, signature } }: RankedSymbol): string {
  return `  ${lastLine > firstLine ? `${firstLine}-${lastLine}` : firstLine}| ${signature}`;
}
