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
  let stopping = "";
  const hasStopped = (context: InteractiveContext) => !isStoppable(context) || kindOfWork(context) !== stopping;
  const forget = () => {
    clearInterval(watch);
    watch = undefined;
    hasOfferedExit = false;
  };
  const lookAfter = (context: InteractiveContext): void => {
    if (hasStopped(context)) forget();
    else if (now() - waitsSince >= STOP_WITHIN_MS) {
      waitsSince = now();
      hasOfferedExit = true;
      context.screen.hint(`Still stopping. Press ${keyName("app.clear")} again to leave without waiting.`);
    }
  };
  const stop = (context: InteractiveContext): void => {
    const kind = kindOfWork(context);
    stopWhatRuns(context);
    if (watch && kind === stopping) return;
    forget();
    stopping = kind;
    waitsSince = now();
    watch = setInterval(lookAfter, LOOK_AFTER_MS, context);
    watch.unref();
  };
  return {
    id: "app.clear",
    run: (context) => {
      const { screen, quit } = context;
      if (isStoppable(context)) {
        if (hasOfferedExit && !hasStopped(context)) quit();
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

/** Another kind of work than the one that was told to stop is work that began since. */
function kindOfWork({ session, screen }: InteractiveContext): string {
  if (session.bash.isRunning) return "command";
  if (session.compaction.isRunning) return "compaction";
  return session.isIdle && screen.hasWork ? "screen" : "run";
}
