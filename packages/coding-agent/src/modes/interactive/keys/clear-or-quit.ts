import { stopWhatRuns } from "./interrupt.ts";
import type { KeyAction } from "./key-action.ts";

const TWICE_WITHIN_MS = 800;

/** Empties the editor, with the images that were attached; on an empty one it stops what Escape stops, and once more soon after either it leaves. */
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
      else if (!stopWhatRuns(context)) screen.hint("Once more to leave");
      screen.tui.requestRender();
      return true;
    },
  };
}
