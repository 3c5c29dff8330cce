import type { TerminalProcess, Theme } from "@tau/coding-agent";
import { type Component, CURSOR_MARKER, type Focusable, neutralizeLine, truncateToWidth, visibleWidth } from "@tau/tui";
import type { TerminalEmulator } from "./emulator.ts";
import { bytesOf } from "./keys.ts";

export interface TerminalViewParts {
  readonly command: string;
  readonly emulator: TerminalEmulator;
  readonly theme: Theme;
  /** Returns the height of the user's terminal. */
  readonly rows: () => number;
}

/** Rows of the frame, and rows of the conversation that stay visible. */
const FRAME_ROWS = 2;
const ROWS_ABOVE = 3;

/** Draws the program's screen in a frame, and sends it what the user types. */
export class TerminalView implements Component, Focusable {
  focused = true;
  readonly capturesViewportInput = true;
  private readonly parts: TerminalViewParts;
  private running: TerminalProcess | undefined;
  private onEscape: () => void = () => undefined;

  constructor(parts: TerminalViewParts) {
    this.parts = parts;
  }

  /** Starts to send keys to the program. `onEscape` ends it. */
  connect(running: TerminalProcess, onEscape: () => void): void {
    this.running = running;
    this.onEscape = onEscape;
    running.resize(this.parts.emulator.columns, this.parts.emulator.rows);
  }

  /** Returns the size of the program's screen in a terminal of this width, and applies it. */
  size(width: number): { readonly columns: number; readonly rows: number } {
    const { emulator, rows } = this.parts;
    const size = {
      columns: Math.max(2, width - FRAME_COLUMNS),
      rows: Math.max(1, Math.min(MOST_ROWS, rows() - FRAME_ROWS - ROWS_ABOVE)),
    };
    if (size.columns !== emulator.columns || size.rows !== emulator.rows) {
      emulator.resize(size.columns, size.rows);
      this.running?.resize(size.columns, size.rows);
    }
    return size;
  }

  render(width: number): string[] {
    const { emulator, theme, command } = this.parts;
    const { columns, rows } = this.size(width);
    const edge = theme.fg("border", "│");
    const cursor = this.focused ? emulator.cursor : undefined;
    const lines = Array.from({ length: rows }, (_, row) => {
      const mark = cursor?.row === row ? { column: cursor.column, mark: CURSOR_MARKER } : undefined;
      const text = truncateToWidth(emulator.line(row, mark), columns, "");
      return `${edge}${text}${" ".repeat(Math.max(0, columns - visibleWidth(text)))}${edge}`;
    });
    return [this.edge(width, "┌", "┐", neutralizeLine(command)), ...lines, this.edge(width, "└", "┘", HINT)];
  }

  handleInput(data: string): void {
    const { emulator } = this.parts;
    const bytes = bytesOf(data, emulator);
    if (bytes === "escape") this.onEscape();
    else if (bytes !== undefined) this.running?.write(bytes);
  }

  invalidate(): void {
    // Nothing is kept between frames.
  }

  private edge(width: number, left: string, right: string, text: string): string {
    const { theme } = this.parts;
    const shown = truncateToWidth(` ${text} `, Math.max(0, width - 4), "… ");
    const rest = "─".repeat(Math.max(0, width - 3 - visibleWidth(shown)));
    return theme.fg("border", `${left}─`) + theme.fg("muted", shown) + theme.fg("border", rest + right);
  }
}

const FRAME_COLUMNS = 2;
const MOST_ROWS = 40;
const HINT = "Escape ends it. All other keys go to the program.";
