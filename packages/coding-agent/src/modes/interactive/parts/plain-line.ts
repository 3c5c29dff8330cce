import { stripTerminalSequences } from "@tau/tui";

/** Longer texts are cut here, because no line is as long. */
const LONGEST = 500;

/** Puts text of a file, a model or another program on one line and removes its styles, so that it cannot imitate Tau's output. */
export function plainLine(text: string, longest = LONGEST): string {
  return stripTerminalSequences(text.slice(0, longest)).replace(/\s+/g, " ").trim();
}

/** Like `plainLine`, with the first line only. */
export function firstLine(text: string): string {
  return plainLine(text.trimStart().split("\n", 1)[0] ?? "");
}
