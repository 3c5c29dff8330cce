import { findBuiltInTheme, Theme, type ThemeJson } from "../themes/index.ts";

/**
 * The theme of a page that no screen exports, by the setting `theme`. A page is made without a terminal: of two themes it takes the dark
 * one, and where the terminal's own colours are wanted it keeps those it has.
 */
export function pageTheme(setting: string, others: readonly ThemeJson[]): Theme | undefined {
  const name = setting.split("/").at(-1) ?? setting;
  if (name === "system") return undefined;
  const json = findBuiltInTheme(name) ?? others.find((theme) => theme.name === name);
  return json && Theme.of(json, "truecolor");
}
