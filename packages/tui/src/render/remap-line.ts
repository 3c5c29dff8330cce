import { stripTerminalSequences } from "../text/neutralize.ts";

/**
 * Where line `index` of `before` begins in `after`, the same content wrapped to another width. Wrapping moves blanks
 * and line breaks only, so the visible characters before it are counted. Blanks alone, and images, are scaled.
 */
export function remapLine(before: readonly string[], index: number, after: readonly string[]): number {
  if (index === 0) return 0;
  if (before.every((line) => inkOf(line) === 0)) return Math.floor((index * after.length) / before.length);
  let target = 0;
  for (let line = 0; line < index; line++) target += inkOf(before[line]);
  let passed = 0;
  for (const [line, text] of after.entries()) {
    passed += inkOf(text);
    // A line that reaches beyond is shown again: rather twice than never.
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
