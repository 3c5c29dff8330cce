import { getKeybindings, type Keybinding } from "@tau/tui";
import { QuickHelp } from "../screen/quick-help.ts";
import type { Screen } from "../screen/screen.ts";
import type { KeyAction } from "./key-action.ts";

const WIDGET = "quick-help";
const STEPS: readonly (readonly [Keybinding, number])[] = [
  ["tui.select.up", -1],
  ["tui.select.down", 1],
  ["tui.select.pageUp", -4],
  ["tui.select.pageDown", 4],
];

/** Shows or hides the most useful keys below an empty editor. In a text, the key is a letter. */
export const quickHelp: KeyAction = {
  id: "app.help",
  run: ({ screen, themes }) => {
    if (screen.editor.getText() !== "") return false;
    const isShown = screen.below.has(WIDGET);
    screen.below.set(
      WIDGET,
      isShown
        ? undefined
        : new QuickHelp(
            () => themes.current,
            () => screen.below.most(),
          ),
    );
    screen.tui.requestRender();
    return true;
  },
};

/** Scrolls the help and returns true for a scroll key. Any other key hides it. */
export function scrollOrHideQuickHelp({ below, tui }: Screen, data: string): boolean {
  const shown = below.get(WIDGET);
  if (!(shown instanceof QuickHelp)) return false;
  const keys = getKeybindings();
  const step = STEPS.find(([id]) => keys.matches(data, id));
  if (step && shown.scroll(step[1])) {
    tui.requestRender();
    return true;
  }
  below.set(WIDGET, undefined);
  tui.requestRender();
  return false;
}
