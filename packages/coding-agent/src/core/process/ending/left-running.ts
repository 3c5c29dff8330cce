import { hasStartedProcesses } from "./end-with-us.ts";
import { environmentsOf } from "./process-table.ts";
import { isAwaited, killTree, MARK_VARIABLE, OURS } from "./process-tree.ts";

/** A command that has returned while a process that it started still runs, such as a server or a watcher. */
export interface LeftRunning {
  readonly pid: number;
  readonly command: string;
  /** Ends the process and everything that belongs to it. */
  stop(): Promise<void>;
}

/** The sandbox prefix in the command line of a confined process. */
const SANDBOX = /^\S*\bbwrap .*? -- /;
const MARKS = new RegExp(`(?:^|\\0)${MARK_VARIABLE}=([^\\0]*)`);

/** Returns one process for each command that left something running. Linux only. */
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
