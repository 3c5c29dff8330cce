import { QuickHelp } from "../screen/quick-help.ts";
import type { Screen } from "../screen/screen.ts";
import type { KeyAction } from "./key-action.ts";

const WIDGET = "quick-help";

/** Shows the keys worth knowing below an empty editor, and takes them away again. In a text the key is a letter. */
export const quickHelp: KeyAction = {
  id: "app.help",
  run: ({ screen, themes }) => {
    if (screen.editor.getText() !== "") return false;
    const isShown = screen.below.has(WIDGET);
    screen.below.set(WIDGET, isShown ? undefined : new QuickHelp(() => themes.current));
    screen.tui.requestRender();
    return true;
  },
};

/** Whoever goes on has read it. */
export function hideQuickHelp({ below }: Screen): void {
  if (below.has(WIDGET)) below.set(WIDGET, undefined);
}
