import type { InteractiveContext } from "../interactive-context.ts";
import type { KeyAction } from "./key-action.ts";

const TWICE_WITHIN_MS = 500;

/** Escape stops whatever runs, and hands queued messages back; twice in an empty editor it opens the tree or the fork list. */
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
      if (again) void context.attempt(() => afterTwice(context));
      return true;
    },
  };
}

/** Returns whether anything did. */
export function stopWhatRuns({ session, screen }: InteractiveContext): boolean {
  if (session.bash.isRunning) void session.bash.abort();
  else if (session.compaction.isRunning) session.compaction.abort();
  else if (session.isIdle) return screen.cancelWork();
  else {
    screen.draft.takeBack(session.queue.clear());
    void session.abort();
  }
  return true;
}

async function afterTwice(context: InteractiveContext): Promise<void> {
  const action = context.services.settings.getDoubleEscapeAction();
  if (action === "none") return;
  const command = context.commands().find(({ name }) => name === action);
  await command?.run(context, "");
}
