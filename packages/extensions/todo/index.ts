import type { ExtensionAPI, ExtensionContext, ProgressRow } from "@tau/coding-agent";
import { Text } from "@tau/tui";
import type { TSchema } from "typebox";
import { applyOps, isOpen, type TodoOp, tasksOf } from "./apply-ops.ts";
import { drawCall, drawList } from "./draw.ts";
import { editList, type TodoList } from "./edit-list.ts";
import { listText, reminderText, summaryOf } from "./list-text.ts";
import { readPhases, TODO_ENTRY, type TodoPhase } from "./read-phases.ts";
import { todo } from "./tool.ts";

const DEFAULT_REMINDERS = 2;

interface TodoDetails {
  readonly phases: readonly TodoPhase[];
  readonly problems: readonly string[];
}

export default function (pi: ExtensionAPI): void {
  const row = new TaskRow();
  const listeners = new Set<() => void>();
  const show = (ctx: ExtensionContext) => row.show(ctx, readPhases(ctx.sessionManager.getBranch()));
  const listOf = (ctx: ExtensionContext): TodoList => ({
    read: () => readPhases(ctx.sessionManager.getBranch()),
    write: (phases) => {
      pi.appendEntry(TODO_ENTRY, { phases });
      row.show(ctx, phases);
      pi.publish("todo_update", { phases });
      for (const changed of listeners) changed();
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  });

  pi.registerTool<TSchema, TodoDetails>({
    ...todo,
    parameters: todo.parameters as object as TSchema,
    async execute(_id, params, _signal, _onUpdate, ctx) {
      // The arguments were already validated against the schema.
      const { ops } = params as { ops: readonly TodoOp[] };
      const list = listOf(ctx);
      const details = applyOps(list.read(), ops);
      if (details.problems.length < ops.length) list.write(details.phases);
      const text = [...details.problems, listText(details.phases)].join("\n");
      return {
        content: [{ type: "text", text }],
        details,
        isError: ops.length > 0 && details.problems.length === ops.length,
      };
    },
    renderCall: (_args, theme) => drawCall(theme),
    renderResult: ({ details, content }, { expanded }, theme) => {
      // A call with wrong arguments has no list.
      if (!details?.phases) return new Text(content.map((block) => ("text" in block ? block.text : "")).join(""), 0, 0);
      return drawList(details.phases, { problems: details.problems ?? [], expanded }, theme);
    },
  });

  pi.registerCommand("todo", {
    handler: async (args, ctx) => {
      const list = listOf(ctx);
      const isChanged = args.trim() === "clear" ? clear(list) : await editList(ctx, list);
      if (!isChanged) return;
      const content = `The user changed the task list:\n${listText(list.read())}`;
      pi.sendMessage({ customType: "todo", content, display: false }, { deliverAs: "nextTurn" });
    },
  });

  pi.on("session_start", (_event, ctx) => show(ctx));
  pi.on("session_tree", (_event, ctx) => show(ctx));
  // A client may have changed the list in the meantime.
  pi.on("agent_start", (_event, ctx) => show(ctx));
  pi.on("session_shutdown", () => row.hide());
  remind(pi);
}

function clear(list: TodoList): boolean {
  if (list.read().length === 0) return false;
  list.write([]);
  return true;
}

/** Reminds the model of open tasks at the end of a run, a limited number of times per user prompt. */
function remind(pi: ExtensionAPI): void {
  let reminders = 0;
  pi.on("before_agent_start", ({ messageType }) => {
    if (messageType === "user") reminders = 0;
  });
  pi.on("agent_before_settle", ({ outcome, continue: isContinued, entries }, ctx) => {
    const phases = readPhases(ctx.sessionManager.getBranch());
    const isDue = outcome === "completed" && !isContinued && tasksOf(phases).some(isOpen);
    if (!isDue || reminders >= mostReminders(pi, ctx)) return undefined;
    reminders += 1;
    pi.publish("todo_reminder", { attempt: reminders, phases });
    const message = { type: "custom_message" as const, customType: "todo-reminder", content: reminderText(phases) };
    return { entries: [...entries, { ...message, display: false }], continue: true };
  });
}

/** Returns the limit of reminders. RPC clients get the default, whatever the user has set for the terminal. */
function mostReminders(pi: ExtensionAPI, { mode }: ExtensionContext): number {
  const { todo: settings } = pi.getSettings() as { todo?: { reminders?: number } };
  return mode === "rpc" ? DEFAULT_REMINDERS : (settings?.reminders ?? DEFAULT_REMINDERS);
}

/** The row above the editor, shown while tasks are open. */
class TaskRow {
  private row: ProgressRow | undefined;

  show({ ui }: ExtensionContext, phases: readonly TodoPhase[]): void {
    const { closed, total, current } = summaryOf(phases);
    const shown = { text: `${closed}/${total} ${current?.content}`, fraction: closed / total };
    if (!current) this.hide();
    else if (this.row) this.row.update(shown);
    else this.row = ui.progress(shown.text, { fraction: shown.fraction, elapsed: false });
  }

  hide(): void {
    this.row?.done();
    this.row = undefined;
  }
}
