import { escapeKind } from "./escape-sequence.ts";
import { stripTerminalSequences } from "./neutralize.ts";

/** An OSC 8 hyperlink. Terminals that do not know it show the text alone, and so does a link that must not be followed. */
export function hyperlink(text: string, url: string): string {
  const opening = `\x1b]8;;${stripTerminalSequences(url).replaceAll("\n", "")}\x1b\\`;
  return escapeKind(opening) === "link" ? `${opening}${text}\x1b]8;;\x1b\\` : text;
}
