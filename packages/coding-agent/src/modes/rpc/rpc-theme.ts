import { systemTheme } from "../../core/themes/built-in/system.ts";
import { type ColorDepth, findBuiltInTheme, Theme, type ThemeJson } from "../../core/themes/index.ts";
import type { Workspace } from "../../core/workspace/workspace.ts";

/** Cache: extensions ask for the theme for each line that they colour. */
const made = new WeakMap<ThemeJson, Theme>();

/**
 * Returns the theme of the settings, for text that extensions colour and the client shows. Of a pair it is the dark one, because there is
 * no terminal to ask.
 */
export function themeOf({ settings, resources }: Pick<Workspace, "settings" | "resources">): Theme {
  const name = settings.get("theme").split("/").at(-1) ?? "";
  const own = resources.getThemes().themes.find((theme) => theme.name === name);
  const json = own?.theme ?? findBuiltInTheme(name) ?? systemTheme;
  const theme = made.get(json) ?? Theme.of(json, depthOf(process.env));
  made.set(json, theme);
  return theme;
}

/** Returns the colour depth. The client's terminal is unknown, but every terminal has 256 colours. */
function depthOf({ NO_COLOR, COLORTERM = "" }: NodeJS.ProcessEnv): ColorDepth {
  if (NO_COLOR) return "none";
  return /^(truecolor|24bit)$/.test(COLORTERM) ? "truecolor" : "256color";
}
