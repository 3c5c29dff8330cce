import type { TerminalColorScheme } from "@tau/tui";
import { type SettingsStore, terminalOverrides } from "../../core/settings/index.ts";
import type { ThemeJson } from "../../core/themes/index.ts";
import type { TerminalLook } from "../../modes/interactive/terminal/terminal-look.ts";
import { ThemeChoice } from "../../modes/interactive/theme/theme-choice.ts";
import { detectColorDepth } from "./color-depth.ts";

export interface CreateThemesOptions {
  readonly useTheme: string | undefined;
  readonly look: TerminalLook;
  readonly others?: () => readonly ThemeJson[];
}

/** Creates the theme that the flag or the settings name, in the colours that the terminal supports. Plain output has no colours. */
export function createThemes(
  settings: SettingsStore,
  { useTheme, look, others = () => [] }: CreateThemesOptions,
): ThemeChoice {
  const depth = detectColorDepth(process.env, terminalOverrides(settings));
  return new ThemeChoice({
    setting: useTheme ?? settings.get("theme"),
    depth: look.plain ? "none" : depth,
    scheme: schemeIn(process.env),
    others,
  });
}

/** Reads the colour scheme from COLORFGBG, in which some terminals give their text and background colours. */
function schemeIn({ COLORFGBG = "" }: NodeJS.ProcessEnv): TerminalColorScheme | undefined {
  const background = Number(COLORFGBG.split(";").at(-1) || Number.NaN);
  if (Number.isNaN(background)) return undefined;
  return background === 7 || background > 8 ? "light" : "dark";
}
