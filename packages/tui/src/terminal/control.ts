/** Control sequences by name. Paired sequences undo each other. */
export const control = {
  bracketedPasteOn: "\x1b[?2004h",
  bracketedPasteOff: "\x1b[?2004l",
  focusEventsOn: "\x1b[?1004h",
  focusEventsOff: "\x1b[?1004l",
  colorSchemeReportsOn: "\x1b[?2031h",
  colorSchemeReportsOff: "\x1b[?2031l",
  alternateScreenOn: "\x1b[?1049h",
  alternateScreenOff: "\x1b[?1049l",
  /** Reports buttons, drags and motion, with coordinates of any size. */
  mouseOn: "\x1b[?1000h\x1b[?1002h\x1b[?1003h\x1b[?1006h",
  mouseOff: "\x1b[?1006l\x1b[?1003l\x1b[?1002l\x1b[?1000l",
  /** Between these, the terminal shows nothing of a frame. */
  frameStart: "\x1b[?2026h",
  frameEnd: "\x1b[?2026l",
  /** Without wrapping, a line that the terminal measures wider than we do is cut at the edge and cannot displace other lines. */
  wrapOff: "\x1b[?7l",
  wrapOn: "\x1b[?7h",
  cursorHide: "\x1b[?25l",
  cursorShow: "\x1b[?25h",
  cursorSave: "\x1b7",
  cursorRestore: "\x1b8",
  home: "\x1b[H",
  clearLine: "\x1b[2K",
  clearBelow: "\x1b[J",
  clearScreen: "\x1b[2J\x1b[H",
  /** Disambiguated keys, event types and alternate keys. Pushed before the query, as the protocol requires. */
  kittyKeysPush: "\x1b[>7u",
  kittyKeysPop: "\x1b[<u",
  kittyKeysQuery: "\x1b[?u",
  modifyOtherKeysOn: "\x1b[>4;2m",
  modifyOtherKeysOff: "\x1b[>4;0m",
  deviceAttributesQuery: "\x1b[c",
  cellSizeQuery: "\x1b[16t",
  cursorPositionQuery: "\x1b[6n",
  backgroundColorQuery: "\x1b]11;?\x07",
  colorSchemeQuery: "\x1b[?996n",
  progressOn: "\x1b]9;4;3\x07",
  progressOff: "\x1b]9;4;0\x07",
  /** Saves and restores the title on the terminal's title stack. */
  titlePush: "\x1b[22;0t",
  titlePop: "\x1b[23;0t",
  styleReset: "\x1b[0m",
  linkEnd: "\x1b]8;;\x07",
} as const;

export function moveRows(rows: number): string {
  if (rows === 0) return "";
  return rows > 0 ? `\x1b[${rows}B` : `\x1b[${-rows}A`;
}

/** Takes a zero-based column. */
export function moveToColumn(column: number): string {
  return column === 0 ? "\r" : `\x1b[${column + 1}G`;
}

/** Takes a zero-based row and column. */
export function moveTo(row: number, column: number): string {
  return `\x1b[${row + 1};${column + 1}H`;
}

/** Sets the window title. Removes control characters, which could end the sequence early. */
export function windowTitle(title: string): string {
  return `\x1b]0;${title.replace(/[\x00-\x1f\x7f-\x9f]/g, "")}\x07`;
}
