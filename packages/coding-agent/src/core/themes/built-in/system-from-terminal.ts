import { luminance, mixRgb, type Rgb, toHex } from "../color.ts";
import { type Palette, themeFromPalette } from "../palette.ts";
import type { ThemeJson } from "../theme-json.ts";
import { palettes } from "./palettes.ts";

/** The colours that the terminal reported. */
export interface TerminalColors {
  readonly background: Rgb;
  readonly foreground?: Rgb | undefined;
  /** The sixteen palette colours; absent if the terminal did not report all of them. */
  readonly ansi?: readonly Rgb[] | undefined;
}

/** Minimum contrast with the background: of normal text, and of text that may be faint. */
const TEXT_CONTRAST = 4.6;
const FAINT_CONTRAST = 3;
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/**
 * Builds a theme from the terminal's own hues, each moved away from the background until it is readable. Panels are
 * shades of the background.
 */
export function systemThemeFrom(colors: TerminalColors): ThemeJson {
  return { ...themeFromPalette(paletteFrom(colors)), name: "system" };
}

function paletteFrom({ background, foreground, ansi }: TerminalColors): Palette {
  const appearance = isLight(background) ? "light" : "dark";
  const base = palettes.find(({ name }) => name === appearance) as Palette;
  const ink = foreground ?? (appearance === "light" ? BLACK : WHITE);
  const shade = (color: Rgb, share: number) => toHex(mixRgb(background, color, share));
  const selected = mixRgb(background, ansi?.[4] ?? ink, 0.22);
  const grounds = [background, selected];
  const hue = (color: Rgb | undefined, own: string) => (color ? toHex(readable(color, grounds, TEXT_CONTRAST)) : own);
  const faint = (share: number, wanted: number) =>
    toHex(readable(mixRgb(background, ink, share), [background], wanted));
  const colored = ansi ? huesFrom(ansi, hue, base) : {};
  return {
    ...base,
    text: toHex(readable(ink, grounds, TEXT_CONTRAST)),
    muted: faint(0.62, TEXT_CONTRAST),
    dim: faint(0.48, FAINT_CONTRAST),
    line: shade(ink, 0.25),
    panel: shade(ink, 0.06),
    panelGood: shade(ansi?.[2] ?? [60, 160, 90], 0.09),
    panelBad: shade(ansi?.[1] ?? [200, 60, 60], 0.1),
    selected: toHex(selected),
    ...colored,
  };
}

function huesFrom(
  [, red, green, yellow, blue, magenta, cyan]: readonly Rgb[],
  hue: (color: Rgb | undefined, own: string) => string,
  base: Palette,
): Partial<Palette> {
  const [second, keyword] = [hue(blue, base.second), hue(magenta, base.keyword)];
  return {
    accent: hue(cyan, base.accent),
    second,
    good: hue(green, base.good),
    bad: hue(red, base.bad),
    warn: hue(yellow, base.warn),
    string: hue(green, base.string),
    number: hue(yellow, base.number),
    keyword,
    type: hue(cyan, base.type),
    ramp: [base.ramp[0], second, hue(cyan, base.ramp[2]), keyword, hue(red, base.ramp[4])],
  };
}

function isLight(background: Rgb): boolean {
  return luminance(background) > 0.5;
}

/** Moves the colour towards white or black until it has enough contrast with each of the backgrounds. */
function readable(color: Rgb, grounds: readonly Rgb[], wanted: number): Rgb {
  const least = (candidate: Rgb) => Math.min(...grounds.map((ground) => contrast(candidate, ground)));
  const end = least(BLACK) > least(WHITE) ? BLACK : WHITE;
  for (let share = 0; share < 1; share += 0.05) {
    const moved = mixRgb(color, end, share);
    if (least(moved) >= wanted) return moved;
  }
  return end;
}

/** Returns the contrast as WCAG defines it, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [light = 0, dark = 0] = [relativeLuminance(a), relativeLuminance(b)].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

function relativeLuminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
