import { VirtualTerminal } from "@tau/testkit";

export interface Screen {
  /** The cells of each row as text, trailing blanks removed. */
  readonly rows: string[];
  readonly cursor: { readonly x: number; readonly y: number };
  /** For each cell of the first row: its text and how many columns it takes. */
  readonly cells: ReadonlyArray<{ readonly text: string; readonly width: number }>;
}

/** Draws on a real terminal emulator with grapheme clustering, and reports what stands where. */
export async function drawOnTerminal(output: string, columns: number, rows = 10): Promise<Screen> {
  using terminal = new VirtualTerminal({ columns, rows });
  await terminal.feed(output);
  const cells = terminal.row(0).flatMap(({ text, width }) => (width > 0 ? [{ text, width }] : []));
  const { row, column } = terminal.cursor;
  return { rows: terminal.screen(), cursor: { x: column, y: row }, cells };
}
