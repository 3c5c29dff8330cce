import type { EditorTheme, MarkdownTheme, SelectListTheme, SettingsListTheme } from "@tau/tui";
import { systemTheme } from "../../../core/themes/built-in/system.ts";
import { Theme } from "../../../core/themes/index.ts";
import { editorTheme, markdownTheme, selectListTheme, settingsListTheme } from "../theme/component-themes.ts";

let current: (() => Theme) | undefined;
let plain: Theme | undefined;

/** Sets the theme that the screen uses, for extensions that create components without a theme. */
export function setCurrentTheme(theme: () => Theme): void {
  current = theme;
}

/** Returns the screen's theme or, without a screen, one without colours. */
export function currentTheme(): Theme {
  plain ??= Theme.of(systemTheme, "none");
  return current?.() ?? plain;
}

export function getMarkdownTheme(): MarkdownTheme {
  return markdownTheme(currentTheme);
}

export function getSelectListTheme(): SelectListTheme {
  return selectListTheme(currentTheme);
}

export function getSettingsListTheme(): SettingsListTheme {
  return settingsListTheme(currentTheme);
}

export function getEditorTheme(): EditorTheme {
  return editorTheme(currentTheme);
}
