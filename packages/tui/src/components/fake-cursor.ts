/** The cell under a text cursor, in reverse video. Put `CURSOR_MARKER` right before it. */
export function renderFakeCursor(character: string): string {
  return `\x1b[7m${character === "" ? " " : character}\x1b[27m`;
}
