import type { Runner, Task } from "./task.ts";

const MOST_LISTED = 20;

export interface ChosenTask {
  readonly runner: Runner["id"];
  readonly task: Task;
  /** The arguments as written. */
  readonly args: string;
}

/** Returns the task that the first word names, as `task` or `runner:task`. Error messages list the available tasks. */
export function chooseTask(runners: readonly Runner[], op: string): ChosenTask {
  const [, word = "", args = ""] = /^(\S*)\s*([\s\S]*)$/.exec(op.trim()) ?? [];
  if (runners.length === 0)
    throw new Error("No justfile, package.json, Cargo.toml, makefile or Taskfile is in the working directory.");
  const matches = runners.flatMap(({ id, tasks }) =>
    tasks.filter(({ name }) => name === word || `${id}:${name}` === word).map((task) => ({ runner: id, task })),
  );
  const [first, ...others] = matches;
  if (!first) throw new Error(`There is no task "${word}".\n\n${listTasks(runners)}`);
  if (others.length === 0) return { ...first, args };
  const explicit = matches.map(({ runner, task }) => `${runner}:${task.name}`).join(" or ");
  throw new Error(`Several runners have the task "${word}". Use ${explicit}.\n\n${listTasks(runners)}`);
}

/** Lists the tasks, one line per runner. */
export function listTasks(runners: readonly Runner[]): string {
  const lines = runners.map(({ id, tasks, problem }) => {
    if (problem !== undefined) return `${id}: its file cannot be read: ${problem}`;
    if (tasks.length === 0) return `${id}: no tasks`;
    const names = tasks.slice(0, MOST_LISTED).map(({ name }) => name);
    const more = tasks.length - names.length;
    return `${id}: ${names.join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
  });
  return ["Tasks by runner:", ...lines].join("\n");
}

export function shellCommand({ task: { command, directory, separator }, args }: ChosenTask): string {
  const passed = args === "" ? [] : separator && !args.startsWith(`${separator} `) ? [separator, args] : [args];
  const run = [command, ...passed].join(" ");
  return directory === undefined ? run : `cd '${directory.replaceAll("'", "'\\''")}' && ${run}`;
}
