import type { SettingsStore } from "../../../core/settings/index.ts";
import type { Look } from "../renderers/view-context.ts";

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
