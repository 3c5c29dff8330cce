import type { SettingPath, SettingsStore } from "../../../core/settings/index.ts";
import type { Look } from "../renderers/view-context.ts";
import type { ThemeChoice } from "../theme/theme-choice.ts";
import type { Screen } from "./screen.ts";

/** Settings that affect the screen. It stores the first six itself and reads the others when it draws. */
const SHOWN = [
  "hideThinkingBlock",
  "editorMode",
  "editorPaddingX",
  "autocompleteMaxVisible",
  "fullscreenCopyOnSelect",
  "showHardwareCursor",
  "terminal.showImages",
  "terminal.imageWidthCells",
  "outputPad",
  "markdown.mermaid",
  "markdown.codeBlockIndent",
  "fullscreenScrollbar",
] as const satisfies readonly SettingPath[];

/** Applies a changed setting at once, wherever it was changed. Returns a function that stops this. */
export function followSettings(settings: SettingsStore, screen: Screen, themes: ThemeChoice): () => void {
  const stops = [
    ...SHOWN.map((path) => settings.onChange(path, (value) => screen.settingChanged(path, value))),
    settings.onChange("theme", (name) => void themes.use(name)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Returns how the settings say that the conversation looks. */
export function lookOf(settings: SettingsStore): Look {
  return {
    showImages: settings.get("terminal.showImages"),
    imageWidthCells: settings.get("terminal.imageWidthCells"),
    outputPad: settings.get("outputPad"),
    mermaid: settings.get("markdown.mermaid"),
    codeBlockIndent: settings.get("markdown.codeBlockIndent"),
    scrollbar: settings.get("fullscreenScrollbar"),
  };
}
