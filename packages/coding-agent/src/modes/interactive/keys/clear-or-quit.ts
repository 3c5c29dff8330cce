import type { InteractiveContext } from "../interactive-context.ts";
import { isStoppable, stopWhatRuns } from "./interrupt.ts";
import type { KeyAction } from "./key-action.ts";
import { keyName } from "./key-text.ts";

const TWICE_WITHIN_MS = 800;
/** How long stopping may take before the user is offered to exit without waiting. */
const STOP_WITHIN_MS = 2000;
const LOOK_AFTER_MS = 100;

/**
 * Stops what Escape stops. If nothing runs, clears the editor and its attached images; pressed twice in an empty editor, exits. If the work
 * does not stop in time, a hint offers to exit without waiting, and the next press does.
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

/** Returns the kind of the running work. If the kind differs from the one that was stopped, the work is new. */
function kindOfWork({ session, screen }: InteractiveContext): string {
  if (session.bash.isRunning) return "command";
  if (session.compaction.isRunning) return "compaction";
  return session.isIdle && screen.hasWork ? "screen" : "run";
}
