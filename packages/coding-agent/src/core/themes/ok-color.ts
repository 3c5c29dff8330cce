import type { Rgb } from "./color.ts";

/**
 * Parses `oklch(62% 0.1 200)` and `okhsl(250 60% 55%)` to the nearest sRGB colour; `undefined` for anything else. Okhsl
 * takes its saturation as a share of what sRGB can show at that hue and lightness (Ottosson, "Okhsv and Okhsl", 2021),
 * so every value is a valid colour.
 */
export function parseOkColor(text: string): Rgb | undefined {
  const [, space = "", body = ""] = /^(oklch|okhsl)\(\s*([^()]+?)\s*\)$/i.exec(text) ?? [];
  const parts = body.split(/[\s,]+/);
  if (space === "" || parts.length !== 3) return undefined;
  const [first = "", second = "", third = ""] = parts;
  if (space.toLowerCase() === "oklch") return fromOklch(share(first), amount(second), degrees(third));
  return fromOkhsl(degrees(first), share(second), share(third));
}

/** Converts from Oklch. A colour outside sRGB loses chroma and keeps its lightness and hue. */
function fromOklch(lightness: number, chroma: number, hue: number): Rgb | undefined {
  if (![lightness, chroma, hue].every(Number.isFinite) || chroma < 0) return undefined;
  if (lightness <= 0 || lightness >= 1) return gray(lightness);
  const [a, b] = direction(hue);
  return toRgb(lightness, Math.min(chroma, largestChroma(lightness, a, b)), a, b);
}

function fromOkhsl(hue: number, saturation: number, lightness: number): Rgb | undefined {
  if (![hue, saturation, lightness].every(Number.isFinite)) return undefined;
  if (lightness <= 0 || lightness >= 1) return gray(lightness);
  const [a, b] = direction(hue);
  const inner = fromToe(lightness);
  return toRgb(inner, chromaAt(Math.min(1, Math.max(0, saturation)), inner, a, b), a, b);
}

const MIDDLE = 0.8;

/**
 * Returns the chroma for a saturation, from 0 to the edge of the gamut. Interpolates through a middle value, so that
 * equal saturation looks equally colourful.
 */
function chromaAt(saturation: number, lightness: number, a: number, b: number): number {
  const largest = largestChroma(lightness, a, b);
  const edge = cusp(a, b);
  const scale = largest / Math.min(lightness * edge.perLight, (1 - lightness) * edge.perDark);
  const middle = smoothShape(a, b);
  const mid = 0.9 * scale * softMinimum(lightness * middle.perLight, (1 - lightness) * middle.perDark, 4);
  const start = softMinimum(lightness * 0.4, (1 - lightness) * 0.8, 2);
  if (saturation < MIDDLE) {
    const t = saturation / MIDDLE;
    const slope = MIDDLE * start;
    return (t * slope) / (1 - (1 - slope / mid) * t);
  }
  const t = (saturation - MIDDLE) / (1 - MIDDLE);
  const slope = ((1 - MIDDLE) * mid ** 2) / MIDDLE ** 2 / start;
  return mid + (t * slope) / (1 - (1 - slope / (largest - mid)) * t);
}

function softMinimum(first: number, second: number, power: number): number {
  return (1 / (1 / first ** power + 1 / second ** power)) ** (1 / power);
}

interface Triangle {
  readonly perLight: number;
  readonly perDark: number;
}

/** Returns the most colourful point of a hue, as chroma divided by lightness and by the remaining lightness. */
function cusp(a: number, b: number): Triangle {
  const isOutside = (value: number) => {
    const parts = linearRgb(1, value, a, b);
    return Math.min(...parts) < -SLACK * Math.max(...parts);
  };
  const saturation = firstCrossing(isOutside, 1);
  const lightness = Math.cbrt(1 / Math.max(...linearRgb(1, saturation, a, b)));
  const chroma = lightness * saturation;
  return { perLight: chroma / lightness, perDark: chroma / (1 - lightness) };
}

/** Returns the same for a smooth shape inside the gamut: a fit by the author of the colour space. */
function smoothShape(a: number, b: number): Triangle {
  const light =
    7.4477897 +
    4.1590124 * b +
    a *
      (-2.19557347 +
        1.75198401 * b +
        a * (-2.13704948 - 10.02301043 * b + a * (-4.24894561 + 5.38770819 * b + 4.69891013 * a)));
  const dark =
    1.6132032 -
    0.68124379 * b +
    a *
      (0.40370612 +
        0.90148123 * b +
        a * (-0.27087943 + 0.6122399 * b + a * (0.00299215 - 0.45399568 * b - 0.14661872 * a)));
  return { perLight: 0.11516993 + 1 / light, perDark: 0.11239642 + 1 / dark };
}

function largestChroma(lightness: number, a: number, b: number): number {
  const isOutside = (chroma: number) =>
    linearRgb(lightness, chroma, a, b).some((part) => part < -SLACK || part > 1 + SLACK);
  return firstCrossing(isOutside, 0.5);
}

/** An invisible tolerance. Without it, the search towards full blue would stop where the path leaves the gamut by a tiny amount. */
const SLACK = 0.001;

const STEPS = 64;
const HALVINGS = 32;

/** Finds the largest value, up to `end`, before `isOut` first becomes true. */
function firstCrossing(isOut: (value: number) => boolean, end: number): number {
  let step = 1;
  while (step < STEPS && !isOut((step * end) / STEPS)) step++;
  let [low, high] = [((step - 1) * end) / STEPS, (step * end) / STEPS];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (isOut(middle)) high = middle;
    else low = middle;
  }
  return low;
}

function linearRgb(lightness: number, chroma: number, a: number, b: number): [number, number, number] {
  const [x, y] = [chroma * a, chroma * b];
  const long = (lightness + 0.3963377774 * x + 0.2158037573 * y) ** 3;
  const medium = (lightness - 0.1055613458 * x - 0.0638541728 * y) ** 3;
  const short = (lightness - 0.0894841775 * x - 1.291485548 * y) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function toRgb(lightness: number, chroma: number, a: number, b: number): Rgb {
  const [red, green, blue] = linearRgb(lightness, chroma, a, b);
  return [channel(red), channel(green), channel(blue)];
}

function channel(linear: number): number {
  const encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, encoded)));
}

/** Converts perceived lightness back to Oklab lightness. */
function fromToe(value: number): number {
  const [first, second] = [0.206, 0.03];
  return (value ** 2 + first * value) / (((1 + first) / (1 + second)) * (value + second));
}

function gray(lightness: number): Rgb {
  return lightness <= 0 ? [0, 0, 0] : [255, 255, 255];
}

function direction(hue: number): [number, number] {
  const angle = (hue * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle)];
}

function share(text: string): number {
  return text.endsWith("%") ? Number(text.slice(0, -1) || Number.NaN) / 100 : number(text);
}

/** Parses a chroma: 100 % is 0.4. */
function amount(text: string): number {
  return text.endsWith("%") ? share(text) * 0.4 : number(text);
}

function degrees(text: string): number {
  return number(text.replace(/deg$/i, ""));
}

function number(text: string): number {
  return text === "" ? Number.NaN : Number(text);
}
