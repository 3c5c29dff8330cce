import { stripTerminalSequences, wrapTextWithAnsi } from "@tau/tui";
import type { Theme } from "../../../../core/themes/index.ts";
import { hiddenNote } from "./clip-lines.ts";

/**
 * Returns the last rows of a command's output, or all if expanded. Counts rows instead of lines, because one long line must not fill the
 * screen.
 */
export function outputTail(
  output: string,
  { theme, expanded }: { readonly theme: Theme; readonly expanded: boolean },
  width: number,
  { most = 8, hasColors = false }: { readonly most?: number; readonly hasColors?: boolean } = {},
): string[] {
  const text = (hasColors ? output : stripTerminalSequences(output)).trimEnd();
  if (text === "") return [];
  const lines = text.split("\n");
  const recent = expanded ? lines : lines.slice(-most).map((line) => lineEnd(line, width * most));
  const isCut = text.length > recent.reduce((sum, line) => sum + line.length + 1, -1);
  const rows = recent.flatMap((line) => wrapTextWithAnsi(theme.fg("toolOutput", line), width));
  if (expanded || (rows.length <= most && !isCut)) return rows;
  const hidden = lines.length - most;
  const note = hidden > 0 ? hiddenNote(hidden, "line") : "… (the line is longer)";
  return [...wrapTextWithAnsi(theme.fg("dim", note), width), ...rows.slice(-most)];
}

/** Returns the end of a line. Drops the colours of a line that is cut, because the cut could split a sequence. */
function lineEnd(line: string, most: number): string {
  return line.length <= most ? line : stripTerminalSequences(line).slice(-most);
}
