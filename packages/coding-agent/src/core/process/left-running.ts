import { hasStartedProcesses } from "./end-with-us.ts";
import { environmentsOf } from "./process-table.ts";
import { isAwaited, killTree, MARK_VARIABLE, OURS } from "./process-tree.ts";

/** A command that has returned while something it started goes on: a server, a watcher. */
export interface LeftRunning {
  readonly pid: number;
  readonly command: string;
  /** Ends it with all that belongs to it. */
  stop(): Promise<void>;
}

/** What stands before the command of a process that is confined. */
const SANDBOX = /^\S*\bbwrap .*? -- /;
const MARKS = new RegExp(`(?:^|\\0)${MARK_VARIABLE}=([^\\0]*)`);

/** What our commands have left running, one for each; Linux only. */
export function commandsLeftRunning(): LeftRunning[] {
  if (!hasStartedProcesses()) return [];
  const found = new Map<string, LeftRunning>();
  for (const { pid, environment, command } of environmentsOf(OURS)) {
    const mark = MARKS.exec(environment)?.[1]?.split(":").at(-1);
    if (mark?.startsWith(OURS) && !isAwaited(mark) && !found.has(mark))
      found.set(mark, { pid, command: command.replace(SANDBOX, ""), stop: () => killTree(pid, mark) });
  }
  return [...found.values()];
}
