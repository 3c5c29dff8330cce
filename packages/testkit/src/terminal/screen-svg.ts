import type { Cell, CellColor } from "./cell.ts";
import type { VirtualTerminal } from "./virtual-terminal.ts";

const CELL = { width: 8.4, height: 18 };
const PADDING = 16;
const PAGE = { background: "#16191d", text: "#d8dee4" };

/** Draws the screen of a terminal as an SVG for documents. Text stays text, so the picture is sharp and small. */
export function screenSvg(terminal: VirtualTerminal): string {
  const width = terminal.columns * CELL.width + 2 * PADDING;
  const height = terminal.rows * CELL.height + 2 * PADDING;
  const rows = Array.from({ length: terminal.rows }, (_, row) => drawRow(runsOf(terminal.row(row)), row));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14">`,
    "<title>Tau in a terminal</title>",
    `<rect width="100%" height="100%" rx="8" fill="${PAGE.background}"/>`,
    ...rows.flat(),
    "</svg>",
    "",
  ].join("\n");
}

/** Adjacent cells with the same look. */
interface Run {
  readonly column: number;
  readonly cells: number;
  readonly text: string;
  readonly look: Cell;
}

function runsOf(cells: readonly Cell[]): Run[] {
  const runs: Run[] = [];
  let column = 0;
  for (const cell of cells) {
    const last = runs.at(-1);
    const text = cell.width === 0 ? "" : cell.text || " ";
    if (last && looksAlike(last.look, cell))
      runs[runs.length - 1] = { ...last, cells: last.cells + 1, text: last.text + text };
    else runs.push({ column, cells: 1, text, look: cell });
    column++;
  }
  return runs;
}

function looksAlike(a: Cell, b: Cell): boolean {
  return key(a) === key(b);
}

function key({ foreground, background, styles }: Cell): string {
  return JSON.stringify([foreground, background, styles]);
}

function drawRow(runs: readonly Run[], row: number): string[] {
  const y = PADDING + row * CELL.height;
  return runs.flatMap(({ column, cells, text, look }) => {
    const x = PADDING + column * CELL.width;
    const inverse = look.styles.includes("inverse");
    const ground = inverse ? cssColor(look.foreground, PAGE.text) : cssColor(look.background, "");
    const ink = inverse ? cssColor(look.background, PAGE.background) : cssColor(look.foreground, PAGE.text);
    const size = round(cells * CELL.width);
    const parts = [];
    if (ground) parts.push(`<rect x="${round(x)}" y="${y}" width="${size}" height="${CELL.height}" fill="${ground}"/>`);
    if (text.trim() !== "")
      parts.push(
        `<text x="${round(x)}" y="${y + 13}" fill="${ink}" xml:space="preserve" textLength="${size}"${emphasis(look)}>${escapeMarkup(text)}</text>`,
      );
    return parts;
  });
}

function emphasis({ styles }: Cell): string {
  const bold = styles.includes("bold") ? ' font-weight="bold"' : "";
  const italic = styles.includes("italic") ? ' font-style="italic"' : "";
  return bold + italic;
}

function cssColor(color: CellColor, fallback: string): string {
  if (color === "default") return fallback;
  return "rgb" in color ? color.rgb : (PALETTE[color.palette] ?? fallback);
}

const PALETTE = ["#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5", "#666666"];

function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
