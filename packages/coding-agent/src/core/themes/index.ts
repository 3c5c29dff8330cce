export { builtInThemes, findBuiltInTheme } from "./built-in/index.ts";
export { type ColorDepth, colorSequence, parseHex, toHex } from "./color.ts";
export { Theme } from "./theme.ts";
export type { ThemeAppearance, ThemeColorValue, ThemeJson } from "./theme-json.ts";
export type { ThemeBg, ThemeColor, ThemeToken } from "./theme-token.ts";
