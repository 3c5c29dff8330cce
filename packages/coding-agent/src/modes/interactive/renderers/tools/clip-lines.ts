import type { Theme } from "../../../../core/themes/index.ts";
import { keyText } from "../../keys/key-text.ts";
import { groupDigits } from "../../parts/group-digits.ts";

/** Returns the first or last lines of a long text and the number of hidden lines, or the whole text if expanded. */
export function clipLines(
  text: string,
  keep: { lines: number; from: "start" | "end" },
  { theme, expanded }: { readonly theme: Theme; readonly expanded: boolean },
): string {
  const lines = text.trimEnd().split("\n");
  const hidden = lines.length - keep.lines;
  if (expanded || hidden <= 0) return lines.join("\n");
  const note = theme.fg("dim", hiddenNote(hidden, "line"));
  return keep.from === "start"
    ? [...lines.slice(0, keep.lines), note].join("\n")
    : [note, ...lines.slice(-keep.lines)].join("\n");
}

/** Returns `… 12 more lines (ctrl+o shows all)`. */
export function hiddenNote(count: number, unit: string): string {
  const key = keyText("app.tools.expand");
  return `… ${countOf(count, `more ${unit}`)}${key === "" ? "" : ` (${key} shows all)`}`;
}

export function countOf(count: number, unit: string): string {
  const plural = unit.endsWith("ch") ? `${unit}es` : unit.endsWith("y") ? `${unit.slice(0, -1)}ies` : `${unit}s`;
  return `${groupDigits(count)} ${count === 1 ? unit : plural}`;
}
