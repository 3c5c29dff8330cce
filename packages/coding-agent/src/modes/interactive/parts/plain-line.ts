import { stripTerminalSequences } from "@tau/tui";

/** No more than this of a text is looked at: no line is as long. */
const LONGEST = 500;

/** Text of a file, a model or another program on one line, without styles of its own: it may not look like ours. */
export function plainLine(text: string, longest = LONGEST): string {
  return stripTerminalSequences(text.slice(0, longest)).replace(/\s+/g, " ").trim();
}

/** The same with the first line alone. */
export function firstLine(text: string): string {
  return plainLine(text.trimStart().split("\n", 1)[0] ?? "");
}
