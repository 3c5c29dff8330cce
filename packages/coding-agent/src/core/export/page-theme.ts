import { findBuiltInTheme, Theme, type ThemeJson } from "../themes/index.ts";

/**
 * Returns the theme of a page that is exported without a screen, by the setting `theme`. There is no terminal to ask:
 * of a dark and light pair it takes the dark theme, and for `system` it returns `undefined`, so that the page keeps its
 * default colours.
 */
export function pageTheme(setting: string, others: readonly ThemeJson[]): Theme | undefined {
  const name = setting.split("/").at(-1) ?? setting;
  if (name === "system") return undefined;
  const json = findBuiltInTheme(name) ?? others.find((theme) => theme.name === name);
  return json && Theme.of(json, "truecolor");
}
