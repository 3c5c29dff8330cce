import { killTreeOnWindows } from "./kill-tree-on-windows.ts";
import { findMarked } from "./process-table.ts";
import { sendSignal } from "./send-signal.ts";
import { startWatchdog } from "./watchdog.ts";

const leaders = new Set<number>();
const MAX_ROUNDS = 20;
/** Marks of the processes to kill at exit: those of this process, and those of commands that may outlive a crash of it. */
const marks = new Set<string>();
let ourMark: string | undefined;

/**
 * Registers a process to be killed when this process ends, normally, by a signal or by `kill -9`. Everything that it
 * started is killed too, background processes and daemons included.
 */
export function killWithUs(leader: number, mark: string): void {
  killAtExit(leader, mark);
  if (ourMark !== undefined) return;
  ourMark = mark;
  startWatchdog(mark);
}

/** Does the same, but not for a `kill -9`. */
export function killAtExit(leader: number, mark: string): void {
  leaders.add(leader);
  if (marks.size === 0) {
    process.on("exit", killLiveProcesses);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, endBySignal);
  }
  marks.add(mark);
}

/** Returns whether any process may have been started. */
export function hasStartedProcesses(): boolean {
  return ourMark !== undefined;
}

/** Forgets a leader that has ended. On macOS, which has no marks, it is kept while other processes of its group still run. */
export function leaderEnded(leader: number): void {
  if (process.platform !== "darwin" || !sendSignal(-leader, 0)) leaders.delete(leader);
}

/** Kills all registered processes. Synchronous, because an exiting process cannot wait. */
function killLiveProcesses(): void {
  for (const leader of leaders) {
    if (process.platform === "win32") killTreeOnWindows(leader);
    else sendSignal(-leader, "SIGKILL");
  }
  leaders.clear();
  // A process may fork between being found and being killed, so search again until none is left.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const members = [...marks].flatMap((mark) => findMarked(mark));
    if (members.length === 0) return;
    for (const pid of members) sendSignal(pid, "SIGKILL");
  }
}

function endBySignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killLiveProcesses();
  process.off(signal, endBySignal);
  process.kill(process.pid, signal);
}
