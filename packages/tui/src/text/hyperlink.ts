import { escapeKind } from "./escape-sequence.ts";
import { stripTerminalSequences } from "./neutralize.ts";

/** Returns an OSC 8 hyperlink. Terminals without support show only the text. A link with a forbidden scheme is returned as text. */
export function hyperlink(text: string, url: string): string {
  const opening = `\x1b]8;;${stripTerminalSequences(url).replaceAll("\n", "")}\x1b\\`;
  return escapeKind(opening) === "link" ? `${opening}${text}\x1b]8;;\x1b\\` : text;
}
