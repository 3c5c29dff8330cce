import { stripTerminalSequences } from "@tau/tui";

const LINE_ART = /[\u2500-\u259f]+/g;

/** Returns the lines for reading aloud: without colours, frames, empty rows and filler. */
export function spokenLines(lines: readonly string[]): string[] {
  return lines.map(spoken).filter((line) => line !== "");
}

/** Replaces line art with spaces, which keep the cells of a table or the text of a quote apart. */
function spoken(line: string): string {
  const text = stripTerminalSequences(line);
  return LINE_ART.test(text) ? text.replace(LINE_ART, " ").replace(/ {2,}/g, "  ").trim() : withoutMargin(text);
}

/** Removes the one-column margin of views, but keeps the indentation of code. */
function withoutMargin(text: string): string {
  return text.trimEnd().replace(/^ /, "");
}
