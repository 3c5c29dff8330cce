import type { SessionLog } from "@tau/agent";

export type TodoStatus = "pending" | "in_progress" | "completed" | "abandoned";

export interface TodoTask {
  readonly id: string;
  readonly content: string;
  readonly status: TodoStatus;
}

export interface TodoPhase {
  readonly id: string;
  readonly name: string;
  readonly tasks: readonly TodoTask[];
}

/** A phase as a client sends it: a task may be just its text, and ids may be omitted. */
export interface TodoPhaseDraft {
  readonly id?: string;
  readonly name: string;
  readonly tasks?: readonly (string | { id?: string; content: string; status?: TodoStatus })[];
}

/** The type of the entries that hold the list. */
export const TODO_ENTRY = "todo-phases";

/** Fills in ids and statuses, and allows at most one task in progress: the first. */
export function normalizeTodoPhases(drafts: readonly TodoPhaseDraft[]): TodoPhase[] {
  let isWorking = false;
  let count = 0;
  return drafts.map(({ id, name, tasks = [] }, index) => ({
    id: id ?? `phase-${index + 1}`,
    name,
    tasks: tasks.map((draft) => {
      const task = typeof draft === "string" ? { content: draft } : draft;
      const asked = task.status ?? "pending";
      const status = asked === "in_progress" && isWorking ? "pending" : asked;
      isWorking ||= status === "in_progress";
      return { id: task.id ?? `task-${++count}`, content: task.content, status };
    }),
  }));
}

/** Returns the latest list on the branch. */
export function readTodoPhases(log: SessionLog): TodoPhase[] {
  const entry = log.getBranch().findLast((each) => each.type === "custom" && each.customType === TODO_ENTRY);
  const data = entry?.type === "custom" ? (entry.data as { phases?: TodoPhase[] } | undefined) : undefined;
  return data?.phases ?? [];
}
