import { runCommand } from "../commands/run-command.ts";
import { takeBackAll } from "../editing/take-back-all.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import type { KeyAction } from "./key-action.ts";

const TWICE_WITHIN_MS = 500;

/**
 * Escape stops whatever runs and moves queued messages back to the editor. Pressed twice in an empty editor, it opens the tree or the fork
 * list.
 */
export function interrupt(now: () => number = () => performance.now()): KeyAction {
  let last = Number.NEGATIVE_INFINITY;
  return {
    id: "app.interrupt",
    run: (context) => {
      const { screen } = context;
      if (screen.editor.isShowingAutocomplete()) return false;
      if (stopWhatRuns(context)) return true;
      if (screen.editor.getText() !== "") return false;
      const again = now() - last < TWICE_WITHIN_MS;
      last = again ? Number.NEGATIVE_INFINITY : now();
      if (again) void context.attempt(() => onSecondPress(context));
      return true;
    },
  };
}

export function isStoppable({ session, screen }: InteractiveContext): boolean {
  return session.bash.isRunning || session.compaction.isRunning || !session.isIdle || screen.hasWork;
}

/** Returns whether something was running. */
export function stopWhatRuns(context: InteractiveContext): boolean {
  if (!isStoppable(context)) return false;
  const { session, screen } = context;
  if (session.bash.isRunning) {
    void session.bash.abort();
    return true;
  }
  const isCompacting = session.compaction.isRunning;
  // Before stopping: messages that wait for the end of the run must not be sent when it ends.
  takeBackAll(context);
  if (isCompacting) session.compaction.abort();
  else if (session.isIdle) screen.cancelWork();
  else void session.abort();
  return true;
}

async function onSecondPress(context: InteractiveContext): Promise<void> {
  const action = context.services.settings.get("doubleEscapeAction");
  if (action === "none") return;
  const command = context.commands().find(({ name }) => name === action);
  if (command) await runCommand(context, command);
}
