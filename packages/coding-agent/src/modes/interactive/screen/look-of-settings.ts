import type { SettingsManager } from "../../../core/settings/index.ts";
import type { Look } from "../renderers/view-context.ts";

export function lookOf(settings: SettingsManager): Look {
  return {
    showImages: settings.getShowImages(),
    imageWidthCells: settings.getImageWidthCells(),
    outputPad: settings.getOutputPad(),
    mermaid: settings.getMermaidRenderingMode(),
    codeBlockIndent: settings.getCodeBlockIndent(),
    scrollbar: settings.getFullscreenScrollbar(),
  };
}
