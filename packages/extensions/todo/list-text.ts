import { isOpen, tasksOf } from "./apply-ops.ts";
import type { TodoPhase, TodoTask } from "./read-phases.ts";

const BOXES = { pending: "[ ]", in_progress: "[>]", completed: "[x]", abandoned: "[-]" } as const;

/** Returns the list as text for the model. */
export function listText(phases: readonly TodoPhase[]): string {
  if (tasksOf(phases).length === 0) return "The list is empty.";
  const lines = phases.flatMap(({ name, tasks }) => [
    `${name}:`,
    ...tasks.map(({ id, content, status }) => `${BOXES[status]} ${content} (${id})`),
  ]);
  return [...lines, ...(tasksOf(phases).some(isOpen) ? [] : ["All tasks are done."])].join("\n");
}

export interface TodoSummary {
  readonly closed: number;
  readonly total: number;
  /** The task in progress, or the next one. */
  readonly current: TodoTask | undefined;
}

/** Counts the tasks. Dropped tasks count as closed. */
export function summaryOf(phases: readonly TodoPhase[]): TodoSummary {
  const tasks = tasksOf(phases);
  return {
    closed: tasks.filter((task) => !isOpen(task)).length,
    total: tasks.length,
    current: tasks.find(({ status }) => status === "in_progress") ?? tasks.find(isOpen),
  };
}

/** Returns the reminder for the model when it ends a run with open tasks. */
export function reminderText(phases: readonly TodoPhase[]): string {
  const open = tasksOf(phases).filter(isOpen);
  const lines = open.map(({ content, id }) => `- ${content} (${id})`);
  return [
    `The task list still has ${open.length} open ${open.length === 1 ? "task" : "tasks"}:`,
    ...lines,
    "Carry on with them. Mark what is done with todo, and drop what is not needed. If you need the user first, say what for.",
  ].join("\n");
}
