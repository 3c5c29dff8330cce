import type { ToolPaint } from "./tool-renderer.ts";

/** The first or last lines of a long text, and how many are left out; all of it where the user asked to see all. */
export function clipLines(
  text: string,
  keep: { lines: number; from: "start" | "end" },
  { theme, expanded }: ToolPaint,
): string {
  const lines = text.replace(/\s+$/, "").split("\n");
  const hidden = lines.length - keep.lines;
  if (expanded || hidden <= 0) return lines.join("\n");
  const note = theme.fg("dim", `… ${hidden} more line${hidden === 1 ? "" : "s"} (ctrl+o shows all)`);
  return keep.from === "start"
    ? [...lines.slice(0, keep.lines), note].join("\n")
    : [note, ...lines.slice(-keep.lines)].join("\n");
}
