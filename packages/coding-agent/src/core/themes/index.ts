export { builtInThemes, findBuiltInTheme } from "./built-in/index.ts";
export { systemThemeFrom, type TerminalColors } from "./built-in/system-from-terminal.ts";
export { type ColorDepth, colorSequence, luminance, mixRgb, parseHex, type Rgb, toHex } from "./color.ts";
export { Theme, type ThemeOptions, type ThemeStyle } from "./theme.ts";
export type { ThemeAppearance, ThemeJson } from "./theme-json.ts";
export type { ThemeBg, ThemeColor, ThemeToken } from "./theme-token.ts";
