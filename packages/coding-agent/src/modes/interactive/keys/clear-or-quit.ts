import { stopWhatRuns } from "./interrupt.ts";
import type { KeyAction } from "./key-action.ts";
import { keyText } from "./key-text.ts";

const TWICE_WITHIN_MS = 800;

/** Empties the editor, with the images that were attached; on an empty one it stops what Escape stops, and pressed again soon after either, it exits. */
export function clearOrQuit(now: () => number = () => performance.now()): KeyAction {
  let last = Number.NEGATIVE_INFINITY;
  return {
    id: "app.clear",
    run: (context) => {
      const { screen, quit } = context;
      const again = now() - last < TWICE_WITHIN_MS;
      last = now();
      if (!screen.draft.isEmpty) screen.draft.clear();
      else if (again) quit();
      else if (!stopWhatRuns(context)) screen.hint(`Press ${keyText("app.clear")} again to exit`);
      screen.tui.requestRender();
      return true;
    },
  };
}
