/** How many colours the terminal supports. */
export type ColorDepth = "truecolor" | "256color" | "16color" | "none";

export type Rgb = readonly [red: number, green: number, blue: number];

/** Returns the sequence that sets the colour, in the nearest shade the terminal supports. "" stands for the terminal's own colour. */
export function colorSequence(value: string | number, ground: "fg" | "bg", depth: ColorDepth): string {
  if (depth === "none") return "";
  if (value === "") return ground === "fg" ? "\x1b[39m" : "\x1b[49m";
  const kind = ground === "fg" ? 38 : 48;
  if (typeof value === "number" && depth !== "16color") return `\x1b[${kind};5;${value}m`;
  const rgb = typeof value === "number" ? paletteToRgb(value) : parseHex(value);
  if (depth === "truecolor") return `\x1b[${kind};2;${rgb.join(";")}m`;
  if (depth === "256color") return `\x1b[${kind};5;${nearestPaletteIndex(rgb)}m`;
  return basicSequence(rgb, ground);
}

export function parseHex(hex: string): Rgb {
  const digits = hex.length === 4 ? hex.slice(1).replace(/./g, "$&$&") : hex.slice(1);
  const number = Number.parseInt(digits, 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

export function toHex(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** Mixes two colours: `share` is the part of `over` in the result. */
export function mixRgb(ground: Rgb, over: Rgb, share: number): Rgb {
  const [red = 0, green = 0, blue = 0] = ground.map((part, index) => part + ((over[index] ?? part) - part) * share);
  return [red, green, blue];
}

/** Returns the luminance from 0 (black) to 1 (white), weighted as the eye perceives the three parts. */
export function luminance([red, green, blue]: Rgb): number {
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
}

export function paletteToRgb(index: number): Rgb {
  if (index < 16) return BASIC[index] ?? [0, 0, 0];
  if (index >= 232) {
    const gray = 8 + (index - 232) * 10;
    return [gray, gray, gray];
  }
  const cube = index - 16;
  return [cubeLevel(Math.floor(cube / 36)), cubeLevel(Math.floor(cube / 6) % 6), cubeLevel(cube % 6)];
}

function nearestPaletteIndex(rgb: Rgb): number {
  const [red, green, blue] = rgb.map(nearestCubeStep) as [number, number, number];
  const inCube = 16 + 36 * red + 6 * green + blue;
  const gray = Math.min(23, Math.max(0, Math.round(((rgb[0] + rgb[1] + rgb[2]) / 3 - 8) / 10)));
  return distance(paletteToRgb(inCube), rgb) <= distance(paletteToRgb(232 + gray), rgb) ? inCube : 232 + gray;
}

function basicSequence(rgb: Rgb, ground: "fg" | "bg"): string {
  const nearest = BASIC.reduce((best, color, index) => {
    return distance(color, rgb) < distance(BASIC[best] ?? color, rgb) ? index : best;
  }, 0);
  const base = (ground === "fg" ? 30 : 40) + (nearest < 8 ? nearest : 60 + nearest - 8);
  return `\x1b[${base}m`;
}

function cubeLevel(step: number): number {
  return step === 0 ? 0 : 55 + step * 40;
}

function nearestCubeStep(value: number): number {
  if (value < 48) return 0;
  return value < 115 ? 1 : Math.min(5, Math.round((value - 55) / 40));
}

function distance(a: Rgb, b: Rgb): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}

const BASIC: readonly Rgb[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];
