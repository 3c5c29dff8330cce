import type { AgentToolResult } from "@tau/agent";
import { type Component, stripTerminalSequences } from "@tau/tui";
import { clipLines } from "./clip-lines.ts";
import { showText } from "./show-text.ts";
import type { ToolRow } from "./tool-renderer.ts";

const NOTE_LINES = 8;

/**
 * Shows what the model reads about a change besides its diff: the warnings of an edit mode, and what extensions added to the result, such
 * as diagnostics.
 */
export function showNotes(
  { content }: AgentToolResult,
  { theme, expanded, last }: Pick<ToolRow, "theme" | "expanded" | "last">,
): Component | undefined {
  const [summary = "", ...added] = content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  const [warnings] = /^Warnings:\n[\s\S]*/m.exec(summary) ?? [];
  const notes = stripTerminalSequences([...(warnings ? [warnings] : []), ...added].join("\n"));
  if (notes.trim() === "") return undefined;
  return showText(
    theme.fg("warning", clipLines(notes, { lines: NOTE_LINES, from: "start" }, { theme, expanded })),
    last,
  );
}
