import { themeFromPalette } from "../palette.ts";
import type { ThemeJson } from "../theme-json.ts";
import { palettes } from "./palettes.ts";
import { systemTheme } from "./system.ts";

/** Returns the themes that come with Tau. */
export function builtInThemes(): ThemeJson[] {
  return [...palettes.map(themeFromPalette), systemTheme];
}

export function findBuiltInTheme(name: string): ThemeJson | undefined {
  if (name === systemTheme.name) return systemTheme;
  const palette = palettes.find((candidate) => candidate.name === name);
  return palette && themeFromPalette(palette);
}
