import { stripTerminalSequences } from "./neutralize.ts";

/** An OSC 8 hyperlink. Terminals that do not know it show the text alone. */
export function hyperlink(text: string, url: string): string {
  const target = stripTerminalSequences(url).replaceAll("\n", "");
  return `\x1b]8;;${target}\x1b\\${text}\x1b]8;;\x1b\\`;
}
