import { stripTerminalSequences } from "@tau/tui";

const LINE_ART = /[\u2500-\u259f]+/g;

/** Lines as they are read out: no colours, no frames, no empty rows, nothing that only fills a row. */
export function spokenLines(lines: readonly string[]): string[] {
  return lines.map(spoken).filter((line) => line !== "");
}

/** A sign at the start of a table's cell or of a quote is kept apart from the text by a blank, not by a bar. */
function spoken(line: string): string {
  const text = stripTerminalSequences(line);
  return LINE_ART.test(text) ? text.replace(LINE_ART, " ").replace(/ {2,}/g, "  ").trim() : withoutMargin(text);
}

/** Views are drawn one column from the edge; the indentation of code is the author's. */
function withoutMargin(text: string): string {
  return text.trimEnd().replace(/^ /, "");
}
