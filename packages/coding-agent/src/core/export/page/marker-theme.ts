import { Theme, type ThemeAppearance, type ThemeJson, type ThemeToken } from "../../themes/index.ts";
import { OPTIONAL_BACKGROUND_TOKENS, OPTIONAL_TOKENS, REQUIRED_TOKENS } from "../../themes/theme-token.ts";

/** Every token. The position is the number of its class on the page: `c0`, `c1`, … */
export const PAGE_TOKENS = [
  ...REQUIRED_TOKENS,
  ...Object.keys(OPTIONAL_TOKENS),
  ...Object.keys(OPTIONAL_BACKGROUND_TOKENS),
] as readonly ThemeToken[];

/** The first two bytes of each colour; the third is the number of the token. */
const [RED, GREEN] = [0xfe, 0x01];

/**
 * Creates the theme that extensions draw with for a page. Each token has a unique marker colour, so that the page can
 * map a drawing back to tokens. The reader can then switch between dark and light.
 */
export function markerTheme(appearance: ThemeAppearance): Theme {
  const colors = PAGE_TOKENS.map((token, index) => [token, `#fe01${index.toString(16).padStart(2, "0")}`]);
  return Theme.of({ name: "page", appearance, colors: Object.fromEntries(colors) } as ThemeJson, "truecolor");
}

/** Returns the page class of a colour, if it belongs to the marker theme. */
export function markedClass([red, green, blue = -1]: readonly number[]): string | undefined {
  return red === RED && green === GREEN && blue in PAGE_TOKENS ? `c${blue}` : undefined;
}

export function tokenClass(token: ThemeToken): string {
  return `c${PAGE_TOKENS.indexOf(token)}`;
}
