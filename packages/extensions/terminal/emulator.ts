import xterm from "@xterm/headless";

/** Lines above the screen that count as output. */
const SCROLLBACK = 2000;

/** Interprets what a program draws. Bytes of the program never reach the user's terminal: only cells do. */
export class TerminalEmulator {
  private readonly terminal = new xterm.Terminal({
    cols: 80,
    rows: 24,
    scrollback: SCROLLBACK,
    allowProposedApi: true,
  });
  private isCursorVisible = true;

  constructor() {
    for (const [final, isVisible] of [
      ["h", true],
      ["l", false],
    ] as const)
      this.terminal.parser.registerCsiHandler({ prefix: "?", final }, (params) => {
        if (params.includes(25)) this.isCursorVisible = isVisible;
        return false;
      });
  }

  /** Resolves when the bytes have been interpreted. */
  write(data: Uint8Array): Promise<void> {
    return new Promise((resolve) => this.terminal.write(data, resolve));
  }

  /** Calls the listener with answers to questions of the program, such as the position of the cursor. */
  onReply(listener: (text: string) => void): void {
    this.terminal.onData(listener);
  }

  resize(columns: number, rows: number): void {
    if (columns === this.terminal.cols && rows === this.terminal.rows) return;
    this.terminal.resize(columns, rows);
  }

  get columns(): number {
    return this.terminal.cols;
  }

  get rows(): number {
    return this.terminal.rows;
  }

  /** Whether arrow keys are sent as SS3 sequences. */
  get usesApplicationKeys(): boolean {
    return this.terminal.modes.applicationCursorKeysMode;
  }

  get usesBracketedPaste(): boolean {
    return this.terminal.modes.bracketedPasteMode;
  }

  get cursor(): { readonly row: number; readonly column: number } | undefined {
    const { cursorX, cursorY } = this.terminal.buffer.active;
    return this.isCursorVisible ? { row: cursorY, column: cursorX } : undefined;
  }

  /** Returns a row of the screen with its colours. `cursor` marks a column. */
  line(row: number, cursor?: { readonly column: number; readonly mark: string }): string {
    const { active } = this.terminal.buffer;
    const line = active.getLine(active.baseY + row);
    let text = "";
    let style = "";
    for (let column = 0; line && column < this.terminal.cols; column++) {
      const cell = line.getCell(column);
      // The second half of a wide character has no width.
      if (!cell || cell.getWidth() === 0) continue;
      const next = styleOf(cell);
      if (cursor?.column === column) text += cursor.mark;
      if (next !== style) text += `\x1b[0m${next}`;
      style = next;
      text += cell.getChars() || " ";
    }
    return style === "" ? text : `${text}\x1b[0m`;
  }

  /** Returns the lines above the screen and the screen as text, without trailing blanks. */
  text(): string {
    const { normal } = this.terminal.buffer;
    const lines: string[] = [];
    for (let row = 0; row < normal.length; row++) {
      const line = normal.getLine(row);
      const text = line?.translateToString(true) ?? "";
      if (line?.isWrapped && lines.length > 0) lines[lines.length - 1] += text;
      else lines.push(text);
    }
    return lines.join("\n").trimEnd();
  }

  dispose(): void {
    this.terminal.dispose();
  }
}

type Cell = xterm.IBufferCell;

const FLAGS: readonly (readonly [code: number, isOn: (cell: Cell) => number])[] = [
  [1, (cell) => cell.isBold()],
  [2, (cell) => cell.isDim()],
  [3, (cell) => cell.isItalic()],
  [4, (cell) => cell.isUnderline()],
  [7, (cell) => cell.isInverse()],
  [8, (cell) => cell.isInvisible()],
  [9, (cell) => cell.isStrikethrough()],
];

function styleOf(cell: Cell): string {
  if (cell.isAttributeDefault()) return "";
  const codes: (number | string)[] = FLAGS.filter(([, isOn]) => isOn(cell) !== 0).map(([code]) => code);
  if (!cell.isFgDefault()) codes.push(color(38, cell.isFgRGB(), cell.getFgColor()));
  if (!cell.isBgDefault()) codes.push(color(48, cell.isBgRGB(), cell.getBgColor()));
  return codes.length === 0 ? "" : `\x1b[${codes.join(";")}m`;
}

function color(target: 38 | 48, isRgb: boolean, value: number): string {
  if (!isRgb) return `${target};5;${value}`;
  return `${target};2;${value >> 16};${(value >> 8) & 255};${value & 255}`;
}
