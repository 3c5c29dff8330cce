import { graphemes, type Terminal, visibleWidth } from "@tau/tui";

interface Place {
  readonly row: number;
  readonly column: number;
}

/** The line being typed, the only one that is ever overwritten. It may span several rows of the terminal. */
export class TypedLine {
  private readonly terminal: () => Terminal;
  private shown: { readonly text: string; readonly col: number } | undefined;

  constructor(terminal: () => Terminal) {
    this.terminal = terminal;
  }

  /** Shows a text with the cursor after its first `col` characters. */
  show(text: string, col: number): void {
    const { shown } = this;
    if (shown?.text === text && shown.col === col) return;
    const terminal = this.terminal();
    // For a letter added at the end, or a moved cursor, writes only that: a screen reader would read a rewritten line again.
    if (shown?.text === text) terminal.write(this.move(this.cursor(), this.placeOf(text, col)));
    else if (shown && shown.col === shown.text.length && col === text.length && text.startsWith(shown.text))
      terminal.write(text.slice(shown.text.length));
    else {
      const end = this.placeOf(text, text.length);
      terminal.write(`${this.erasure()}${text}${this.move(end, this.placeOf(text, col))}`);
    }
    this.shown = { text, col };
  }

  /** Erases the line, so that something else can be written in its place. */
  erase(): void {
    if (this.shown) this.terminal().write(this.erasure());
    this.shown = undefined;
  }

  private erasure(): string {
    if (!this.shown) return "";
    if (this.terminal().isDumb) return "\r\n";
    const { row } = this.cursor();
    return `${row > 0 ? `\x1b[${row}A` : ""}\r\x1b[J`;
  }

  private cursor(): Place {
    const { text, col } = this.shown ?? { text: "", col: 0 };
    return this.placeOf(text, col);
  }

  private move(from: Place, to: Place): string {
    if (from.row === to.row && from.column === to.column) return "";
    const rows = to.row - from.row;
    const vertical = rows === 0 ? "" : `\x1b[${Math.abs(rows)}${rows < 0 ? "A" : "B"}`;
    return `${vertical}\r${to.column > 0 ? `\x1b[${to.column}C` : ""}`;
  }

  /** Returns the position of the terminal's cursor. After a full row it stays at the edge until more text follows. */
  private placeOf(text: string, col: number): Place {
    const { columns } = this.terminal();
    let row = 0;
    let column = 0;
    for (const cluster of graphemes(text.slice(0, col))) {
      const width = visibleWidth(cluster);
      if (column + width > columns) {
        row++;
        column = 0;
      }
      column += width;
    }
    return column === columns && col < text.length ? { row: row + 1, column: 0 } : { row, column };
  }
}
