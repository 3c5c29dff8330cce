import { stripTerminalSequences } from "../../text/neutralize.ts";

/**
 * Returns where line `index` of `before` begins in `after`, the same content wrapped to another width. Wrapping only moves
 * blanks and line breaks, so the visible characters before the line are counted. Content without any is scaled by lines.
 */
export function remapLine(before: readonly string[], index: number, after: readonly string[]): number {
  if (index === 0) return 0;
  if (before.every((line) => inkOf(line) === 0)) return Math.floor((index * after.length) / before.length);
  let target = 0;
  for (let line = 0; line < index; line++) target += inkOf(before[line]);
  let passed = 0;
  for (const [line, text] of after.entries()) {
    passed += inkOf(text);
    // A line that contains the target is shown again: better twice than never.
    if (passed > target) return line;
  }
  return after.length;
}

function inkOf(line = ""): number {
  const text = line.includes("\x1b") ? stripTerminalSequences(line) : line;
  let ink = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x20) ink++;
  return ink;
}
