import { CURSOR_MARKER } from "../component.ts";

const ON = "\x1b[7m";
const OFF = "\x1b[27m";

/** Draws the cell under a text cursor in reverse video. Put `CURSOR_MARKER` right before it, so that a hardware cursor can replace it. */
export function renderFakeCursor(character: string): string {
  return `${ON}${character === "" ? " " : character}${OFF}`;
}

/** Returns the line without the reverse video of the cursor cell, for a screen that shows the hardware cursor there. */
export function withoutFakeCursor(line: string): string {
  const marker = line.indexOf(CURSOR_MARKER + ON);
  if (marker < 0) return line;
  const start = marker + CURSOR_MARKER.length;
  const end = line.indexOf(OFF, start);
  if (end < 0) return line;
  return line.slice(0, start) + line.slice(start + ON.length, end) + line.slice(end + OFF.length);
}
