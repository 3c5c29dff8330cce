import type { Keybinding } from "../../keys/keybindings.ts";
import type { ScrollView } from "./scroll-view.ts";

interface ScrollAction {
  readonly id: Keybinding;
  scroll(view: ScrollView): void;
}

/** What the keys do to the primary view. A page keeps one line of the last in sight. */
export const SCROLL_ACTIONS: readonly ScrollAction[] = [
  { id: "tui.altScreen.pageUp", scroll: (view) => view.scrollBy(1 - view.viewportHeight) },
  { id: "tui.altScreen.pageDown", scroll: (view) => view.scrollBy(view.viewportHeight - 1) },
  { id: "tui.altScreen.halfPageUp", scroll: (view) => view.scrollBy(-Math.ceil(view.viewportHeight / 2)) },
  { id: "tui.altScreen.halfPageDown", scroll: (view) => view.scrollBy(Math.ceil(view.viewportHeight / 2)) },
  { id: "tui.altScreen.lineUp", scroll: (view) => view.scrollBy(-1) },
  { id: "tui.altScreen.lineDown", scroll: (view) => view.scrollBy(1) },
  { id: "tui.altScreen.top", scroll: (view) => view.scrollToStart() },
  { id: "tui.altScreen.bottom", scroll: (view) => view.scrollToEnd() },
  { id: "tui.altScreen.previousPrompt", scroll: (view) => view.scrollToPrompt("previous") },
  { id: "tui.altScreen.nextPrompt", scroll: (view) => view.scrollToPrompt("next") },
];
