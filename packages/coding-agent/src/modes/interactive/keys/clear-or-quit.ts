import type { InteractiveContext } from "../interactive-context.ts";
import { isStoppable, stopWhatRuns } from "./interrupt.ts";
import type { KeyAction } from "./key-action.ts";
import { keyName } from "./key-text.ts";

const TWICE_WITHIN_MS = 800;
/** What was told to stop gets this long before leaving without it is offered. */
const STOP_WITHIN_MS = 2000;
const LOOK_AFTER_MS = 100;

/**
 * Stops what Escape stops. Where nothing runs it empties the editor, with the images that were attached; pressed again soon after, it
 * exits. What does not stop in time can be left behind: the key says so, and then does it.
 */
export function clearOrQuit(now: () => number = () => performance.now()): KeyAction {
  let last = Number.NEGATIVE_INFINITY;
  let watch: NodeJS.Timeout | undefined;
  let waitsSince = 0;
  let hasOfferedExit = false;
  const lookAfter = (context: InteractiveContext): void => {
    if (!isStoppable(context)) {
      clearInterval(watch);
      watch = undefined;
      hasOfferedExit = false;
    } else if (now() - waitsSince >= STOP_WITHIN_MS) {
      waitsSince = now();
      hasOfferedExit = true;
      context.screen.hint(`Still stopping. Press ${keyName("app.clear")} again to leave without waiting.`);
    }
  };
  const stop = (context: InteractiveContext): void => {
    stopWhatRuns(context);
    if (watch) return;
    waitsSince = now();
    watch = setInterval(lookAfter, LOOK_AFTER_MS, context);
    watch.unref();
  };
  return {
    id: "app.clear",
    run: (context) => {
      const { screen, quit } = context;
      if (isStoppable(context)) {
        if (hasOfferedExit) quit();
        else stop(context);
        return true;
      }
      const again = now() - last < TWICE_WITHIN_MS;
      last = now();
      if (!screen.draft.isEmpty) screen.draft.clear();
      else if (again) quit();
      else screen.hint(`Press ${keyName("app.clear")} again to exit`);
      screen.tui.requestRender();
      return true;
    },
  };
}
