import type { TodoPhase, TodoTask } from "./read-phases.ts";

export interface TodoOp {
  readonly op: "init" | "start" | "done" | "drop" | "rm" | "append";
  readonly list?: readonly { readonly phase: string; readonly items: readonly string[] }[];
  readonly task?: string;
  readonly phase?: string;
  readonly items?: readonly string[];
}

export interface AppliedOps {
  readonly phases: readonly TodoPhase[];
  /** The operations that failed, with the reason. The other operations were applied. */
  readonly problems: readonly string[];
}

type Status = TodoTask["status"];
const STATUS = { done: "completed", drop: "abandoned" } as const;

/** Applies operations in order. Afterwards exactly one task is in progress, as long as one is open. */
export function applyOps(before: readonly TodoPhase[], ops: readonly TodoOp[]): AppliedOps {
  const problems: string[] = [];
  let phases = before;
  for (const op of ops) {
    const next = applyOp(phases, op);
    if (typeof next === "string") problems.push(next);
    else phases = next;
  }
  return { phases: withCurrent(phases), problems };
}

/** Returns the new list, or the reason for a failure. */
function applyOp(phases: readonly TodoPhase[], op: TodoOp): readonly TodoPhase[] | string {
  switch (op.op) {
    case "init":
      return op.list
        ? op.list.reduce((made, { phase, items }) => append(made, phase, items), NONE)
        : "init needs list.";
    case "append":
      return op.items ? append(phases, op.phase ?? phases.at(-1)?.name ?? "Tasks", op.items) : "append needs items.";
    case "start":
      return start(phases, op);
    case "rm":
      return change(phases, op, () => []);
    case "done":
    case "drop": {
      const status = STATUS[op.op];
      return change(phases, op, (task) => [isOpen(task) || op.task !== undefined ? { ...task, status } : task]);
    }
  }
}

const NONE: readonly TodoPhase[] = [];

function append(phases: readonly TodoPhase[], name: string, items: readonly string[]): readonly TodoPhase[] {
  const found = findPhase(phases, name);
  const taken = phases.flatMap(({ tasks }) => tasks.map(({ id }) => Number(/^task-(\d+)$/.exec(id)?.[1] ?? 0)));
  const first = Math.max(0, ...taken) + 1;
  const added = items.map((content, index): TodoTask => ({ id: `task-${first + index}`, content, status: "pending" }));
  if (found) return phases.map((phase) => (phase === found ? { ...phase, tasks: [...phase.tasks, ...added] } : phase));
  return [...phases, { id: `phase-${phases.length + 1}`, name, tasks: added }];
}

/** Starts a task. Another task in progress becomes pending again. */
function start(phases: readonly TodoPhase[], { task }: TodoOp): readonly TodoPhase[] | string {
  const found = task === undefined ? undefined : findTask(phases, task);
  if (!found) return noSuch("task", task);
  const status = (each: TodoTask): Status =>
    each === found ? "in_progress" : each.status === "in_progress" ? "pending" : each.status;
  return phases.map((phase) => ({ ...phase, tasks: phase.tasks.map((each) => ({ ...each, status: status(each) })) }));
}

/** Changes one task, those of a phase, or all. Removes a phase that has no tasks left. */
function change(
  phases: readonly TodoPhase[],
  { task, phase }: TodoOp,
  make: (task: TodoTask) => TodoTask[],
): readonly TodoPhase[] | string {
  const one = task === undefined ? undefined : findTask(phases, task);
  if (task !== undefined && !one) return noSuch("task", task);
  const some = phase === undefined || one ? undefined : findPhase(phases, phase);
  if (phase !== undefined && !one && !some) return noSuch("phase", phase);
  const isMeant = (each: TodoTask, of: TodoPhase) => (one ? each === one : some ? of === some : true);
  return phases
    .map((each) => ({ ...each, tasks: each.tasks.flatMap((item) => (isMeant(item, each) ? make(item) : [item])) }))
    .filter(({ tasks }, index) => tasks.length > 0 || phases[index]?.tasks.length === 0);
}

function noSuch(what: "task" | "phase", name = ""): string {
  return `There is no ${what} ${JSON.stringify(name)}.`;
}

function findTask(phases: readonly TodoPhase[], name: string): TodoTask | undefined {
  const tasks = phases.flatMap((phase) => phase.tasks);
  return tasks.find(({ id }) => id === name) ?? tasks.find(({ content }) => isSame(content, name));
}

function findPhase(phases: readonly TodoPhase[], name: string): TodoPhase | undefined {
  return phases.find(({ id }) => id === name) ?? phases.find((phase) => isSame(phase.name, name));
}

function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

export function isOpen({ status }: TodoTask): boolean {
  return status === "pending" || status === "in_progress";
}

export function tasksOf(phases: readonly TodoPhase[]): readonly TodoTask[] {
  return phases.flatMap(({ tasks }) => tasks);
}

/** Starts the first pending task if none is in progress. */
function withCurrent(phases: readonly TodoPhase[]): readonly TodoPhase[] {
  const tasks = tasksOf(phases);
  if (tasks.some(({ status }) => status === "in_progress")) return phases;
  const next = tasks.find(({ status }) => status === "pending");
  if (!next) return phases;
  const started = { ...next, status: "in_progress" as const };
  return phases.map((phase) => ({ ...phase, tasks: phase.tasks.map((task) => (task === next ? started : task)) }));
}
