import { escapeKind, escapeSequenceEnd } from "./escape-sequence.ts";
import { isControl } from "./text-units.ts";

const SUSPECT = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/;

/**
 * Makes content safe to draw: keeps styles, hyperlinks, tabs and line feeds and drops every other sequence and control, so
 * that content can never move the cursor, set the title, write the clipboard or answer a query. Drops marks too: only the
 * lines of a component may place the cursor or an image. CRLF and CR become LF.
 */
export function neutralize(text: string): string {
  return rewrite(text, (sequence) => {
    const kind = escapeKind(sequence);
    return kind === "style" || kind === "link" ? sequence : "";
  });
}

/** Does the same for a single line: line feeds become blanks. */
export function neutralizeLine(text: string): string {
  return neutralize(text).replaceAll("\n", " ");
}

/** Removes every escape sequence and control, for places where the source must not bring its own styling. */
export function stripTerminalSequences(text: string): string {
  return rewrite(text, () => "");
}

function rewrite(text: string, keep: (sequence: string) => string): string {
  if (!SUSPECT.test(text)) return text;
  const parts: string[] = [];
  let start = 0;
  let index = 0;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (!isRewritten(code)) {
      index++;
      continue;
    }
    const end = Math.max(escapeSequenceEnd(text, index), index + 1);
    parts.push(text.slice(start, index), replacement(text, index, end, keep));
    start = end;
    index = end;
  }
  parts.push(text.slice(start));
  return parts.join("");
}

function isRewritten(code: number): boolean {
  return isControl(code) && code !== 0x09 && code !== 0x0a;
}

function replacement(text: string, index: number, end: number, keep: (sequence: string) => string): string {
  const code = text.charCodeAt(index);
  if (code === 0x0d) return text.charCodeAt(index + 1) === 0x0a ? "" : "\n";
  if (code === 0x2028 || code === 0x2029) return "\n";
  return end - index > 1 ? keep(text.slice(index, end)) : "";
}
