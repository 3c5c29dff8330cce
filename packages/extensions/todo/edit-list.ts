import type { ExtensionContext, ListRow } from "@tau/coding-agent";
import { applyOps, type TodoOp } from "./apply-ops.ts";
import { COLORS, MARKS } from "./draw.ts";
import type { TodoPhase } from "./read-phases.ts";

/** Access to the stored list. */
export interface TodoList {
  read(): readonly TodoPhase[];
  write(phases: readonly TodoPhase[]): void;
  /** Calls back after each change, including changes by the model, until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/** Shows the dialog of `/todo`. Resolves to whether the user changed something. */
export async function editList({ ui }: ExtensionContext, todos: TodoList): Promise<boolean> {
  let isChanged = false;
  const change = (op: TodoOp) => {
    isChanged = true;
    todos.write(applyOps(todos.read(), [op]).phases);
  };
  const onTask = (op: TodoOp["op"]) => (row: ListRow | undefined) => {
    if (row && isTask(todos.read(), row.id)) change({ op, task: row.id });
  };
  const list = ui.list({
    title: "Tasks",
    rows: rowsOf(todos.read()),
    empty: "There are no tasks. a adds one.",
    keys: [
      { key: "space", description: "done", needsRow: true, run: onTask("done") },
      { key: "s", description: "start", needsRow: true, run: onTask("start") },
      { key: "d", description: "drop", needsRow: true, run: onTask("drop") },
      {
        key: "a",
        description: "add",
        run: async (row) => {
          const content = await ui.input("New task");
          const phase =
            row && todos.read().find(({ id, tasks }) => id === row.id || tasks.some((task) => task.id === row.id));
          if (content?.trim()) change({ op: "append", items: [content.trim()], ...(phase ? { phase: phase.id } : {}) });
        },
      },
    ],
  });
  const stop = todos.onChange(() => list.update(rowsOf(todos.read())));
  await list.closed;
  stop();
  return isChanged;
}

function isTask(phases: readonly TodoPhase[], id: string): boolean {
  return phases.some(({ tasks }) => tasks.some((task) => task.id === id));
}

function rowsOf(phases: readonly TodoPhase[]): ListRow[] {
  return phases.map(({ id, name, tasks }) => ({
    id,
    label: name,
    children: tasks.map((task) => ({
      id: task.id,
      label: `${MARKS[task.status]} ${task.content}`,
      color: COLORS[task.status],
    })),
  }));
}
