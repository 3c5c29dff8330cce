import { stripTerminalSequences, wrapTextWithAnsi } from "@tau/tui";
import type { Theme } from "../../../../core/themes/index.ts";
import { hiddenNote } from "./clip-lines.ts";

/** The last rows of what a command printed; all of it where the user asked to see all. Counts rows: one long line must not take the screen. */
export function outputTail(
  output: string,
  { theme, expanded }: { readonly theme: Theme; readonly expanded: boolean },
  width: number,
  most = 8,
): string[] {
  const text = stripTerminalSequences(output).trimEnd();
  if (text === "") return [];
  const lines = text.split("\n");
  const recent = expanded ? lines : lines.slice(-most).map((line) => line.slice(-width * most));
  const isCut = text.length > recent.reduce((sum, line) => sum + line.length + 1, -1);
  const rows = recent.flatMap((line) => wrapTextWithAnsi(theme.fg("toolOutput", line), width));
  if (expanded || (rows.length <= most && !isCut)) return rows;
  const hidden = lines.length - most;
  const note = hidden > 0 ? hiddenNote(hidden, "line") : "… (the line is longer)";
  return [...wrapTextWithAnsi(theme.fg("dim", note), width), ...rows.slice(-most)];
}
