import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import { Terminal } from "@xterm/headless";

export interface Screen {
  /** The cells of each row as text, trailing blanks removed. */
  readonly rows: string[];
  readonly cursor: { readonly x: number; readonly y: number };
  /** For each cell of the first row: its text and how many columns it takes. */
  readonly cells: ReadonlyArray<{ readonly text: string; readonly width: number }>;
}

/** Draws on a real terminal emulator with grapheme clustering, and reports what stands where. */
export async function drawOnTerminal(output: string, columns: number, rows = 10): Promise<Screen> {
  const terminal = new Terminal({ cols: columns, rows, allowProposedApi: true });
  // The addon asks for the browser build's type, of which it uses the unicode service alone.
  terminal.loadAddon(new UnicodeGraphemesAddon() as unknown as Parameters<Terminal["loadAddon"]>[0]);
  await new Promise<void>((resolve) => terminal.write(output, resolve));
  const buffer = terminal.buffer.active;
  const lines = Array.from({ length: rows }, (_, row) => buffer.getLine(row)?.translateToString(true) ?? "");
  const first = buffer.getLine(0);
  const cells = Array.from({ length: columns }, (_, column) => first?.getCell(column)).flatMap((cell) =>
    cell && cell.getWidth() > 0 ? [{ text: cell.getChars(), width: cell.getWidth() }] : [],
  );
  const screen = { rows: lines, cursor: { x: buffer.cursorX, y: buffer.cursorY }, cells };
  terminal.dispose();
  return screen;
}
