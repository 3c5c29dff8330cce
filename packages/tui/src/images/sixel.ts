import type { Pixels } from "./pixels.ts";

const BAND = 6;
const LEVELS = 6;

/** Encodes an image in 216 colours as bands six pixels high; each colour of a band is one run-length encoded row. */
export function encodeSixel(pixels: Pixels): string {
  const { width, height } = pixels;
  const colors = quantize(pixels);
  const used = [...new Set(colors)].filter((color) => color !== TRANSPARENT).sort((a, b) => a - b);
  const palette = used.map((color) => `#${color};2;${channels(color).map(toPercent).join(";")}`);
  const bands: string[] = [];
  for (let top = 0; top < height; top += BAND) bands.push(encodeBand(colors, width, height, top));
  // The parameter 1 leaves pixels without a colour unchanged.
  return `\x1bP0;1q"1;1;${width};${height}${palette.join("")}${bands.join("-")}\x1b\\`;
}

const TRANSPARENT = 255;

function quantize({ width, height, rgba }: Pixels): Uint8Array {
  const colors = new Uint8Array(width * height);
  for (let pixel = 0; pixel < colors.length; pixel++) {
    const at = pixel * 4;
    const level = (offset: number) => Math.round(((rgba[at + offset] ?? 0) / 255) * (LEVELS - 1));
    const opaque = (rgba[at + 3] ?? 0) >= 128;
    colors[pixel] = opaque ? (level(0) * LEVELS + level(1)) * LEVELS + level(2) : TRANSPARENT;
  }
  return colors;
}

function channels(color: number): number[] {
  return [Math.floor(color / (LEVELS * LEVELS)), Math.floor(color / LEVELS) % LEVELS, color % LEVELS];
}

function toPercent(level: number): number {
  return Math.round((level / (LEVELS - 1)) * 100);
}

function encodeBand(colors: Uint8Array, width: number, height: number, top: number): string {
  const rows = new Map<number, Uint8Array>();
  const bottom = Math.min(top + BAND, height);
  for (let y = top; y < bottom; y++) {
    for (let x = 0; x < width; x++) {
      const color = colors[y * width + x] ?? TRANSPARENT;
      if (color === TRANSPARENT) continue;
      const row = rows.get(color) ?? new Uint8Array(width);
      rows.set(color, row);
      row[x] = (row[x] ?? 0) | (1 << (y - top));
    }
  }
  return [...rows].map(([color, row]) => `#${color}${runLengths(row)}`).join("$");
}

function runLengths(row: Uint8Array): string {
  let text = "";
  for (let start = 0; start < row.length; ) {
    let end = start + 1;
    while (end < row.length && row[end] === row[start]) end++;
    const character = String.fromCharCode(63 + (row[start] ?? 0));
    text += end - start > 3 ? `!${end - start}${character}` : character.repeat(end - start);
    start = end;
  }
  return text;
}
