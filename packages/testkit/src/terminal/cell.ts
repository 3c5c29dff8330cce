import type { IBufferCell } from "@xterm/headless";

/** A colour of the palette (0–255), an RGB value, or the terminal's default. */
export type CellColor = "default" | { readonly palette: number } | { readonly rgb: string };

export interface Cell {
  /** Empty for the second half of a wide character. */
  readonly text: string;
  readonly width: number;
  readonly foreground: CellColor;
  readonly background: CellColor;
  readonly styles: readonly CellStyle[];
}

export type CellStyle =
  | "bold"
  | "dim"
  | "italic"
  | "underline"
  | "blink"
  | "inverse"
  | "invisible"
  | "strikethrough"
  | "overline";

export function readCell(cell: IBufferCell): Cell {
  return {
    text: cell.getChars(),
    width: cell.getWidth(),
    foreground: color(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()),
    background: color(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor()),
    styles: styleTests.filter(([, isOn]) => isOn(cell) !== 0).map(([style]) => style),
  };
}

const styleTests: readonly (readonly [CellStyle, (cell: IBufferCell) => number])[] = [
  ["bold", (cell) => cell.isBold()],
  ["dim", (cell) => cell.isDim()],
  ["italic", (cell) => cell.isItalic()],
  ["underline", (cell) => cell.isUnderline()],
  ["blink", (cell) => cell.isBlink()],
  ["inverse", (cell) => cell.isInverse()],
  ["invisible", (cell) => cell.isInvisible()],
  ["strikethrough", (cell) => cell.isStrikethrough()],
  ["overline", (cell) => cell.isOverline()],
];

function color(isDefault: boolean, isRgb: boolean, value: number): CellColor {
  if (isDefault) return "default";
  return isRgb ? { rgb: `#${value.toString(16).padStart(6, "0")}` } : { palette: value };
}
