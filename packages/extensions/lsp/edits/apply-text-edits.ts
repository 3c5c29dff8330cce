import type { TextEdit } from "vscode-languageserver-types";
import type { PositionEncoding, TextLines } from "../client/positions.ts";
import { LspError } from "../lsp-error.ts";

/** Returns the text with all edits applied. Throws, without any effect, if an edit is outside the text or two overlap. */
export function applyTextEdits(lines: TextLines, edits: readonly TextEdit[], encoding: PositionEncoding): string {
  const changes = edits.map(({ range, newText }, index) => {
    const start = lines.offsetAt(range.start, encoding);
    const end = lines.offsetAt(range.end, encoding);
    if (start === undefined || end === undefined || end < start || typeof newText !== "string")
      throw new LspError("bad-edit", `an edit at line ${range.start.line + 1} does not fit the file`);
    return { start, end, newText, index };
  });
  // Insertions at one place keep their order.
  const sorted = changes.toSorted((a, b) => a.start - b.start || a.end - b.end || a.index - b.index);
  let text = "";
  let at = 0;
  for (const { start, end, newText } of sorted) {
    if (start < at) throw new LspError("bad-edit", "two edits overlap");
    text += lines.text.slice(at, start) + newText;
    at = end;
  }
  return withLineEndsOf(lines.text, text + lines.text.slice(at));
}

/** Gives a file with uniform CRLF line ends the same line ends again: servers often insert bare line feeds. */
function withLineEndsOf(before: string, after: string): string {
  const isCrlf = before.includes("\r\n") && !/(^|[^\r])\n/.test(before);
  return isCrlf ? after.replaceAll(/\r?\n/g, "\r\n") : after;
}
