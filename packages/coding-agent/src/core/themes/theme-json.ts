import type { RequiredThemeToken, ThemeToken } from "./theme-token.ts";

/** `#rgb`, `#rrggbb`, `oklch(…)`, `okhsl(…)`, the name of a variable, a palette index from 0 to 255, or "" for the terminal's own colour. */
export type ThemeColorValue = string | number;

export type PageGround = "pageBg" | "cardBg" | "infoBg";

export type ThemeAppearance = "dark" | "light";

/** The content of a theme file. */
export interface ThemeJson {
  readonly $schema?: string;
  readonly name: string;
  readonly appearance?: ThemeAppearance;
  readonly vars?: Readonly<Record<string, ThemeColorValue>>;
  readonly colors: Readonly<Record<RequiredThemeToken, ThemeColorValue> & Partial<Record<ThemeToken, ThemeColorValue>>>;
  /** Backgrounds of the page that a session is exported to. */
  readonly export?: Readonly<Partial<Record<PageGround, ThemeColorValue>>>;
}
