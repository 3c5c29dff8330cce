import { stripTerminalSequences, wrapTextWithAnsi } from "@tau/tui";
import type { Theme } from "../../../../core/themes/index.ts";
import { hiddenNote } from "./clip-lines.ts";

/** The last rows of what a command printed; all of it where the user asked to see all. Counts rows: one long line must not take the screen. */
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

/** Of a line that is longer its colours would be cut into pieces. */
function lineEnd(line: string, most: number): string {
  return line.length <= most ? line : stripTerminalSequences(line).slice(-most);
}
