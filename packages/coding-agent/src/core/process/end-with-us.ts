import { killTreeOnWindows } from "./kill-tree-on-windows.ts";
import { findMarked } from "./process-table.ts";
import { sendSignal } from "./send-signal.ts";
import { startWatchdog } from "./watchdog.ts";

const leaders = new Set<number>();
const MAX_ROUNDS = 20;
/** What is killed at our end: the mark of this process, and of commands that outlive a crash of it. */
const marks = new Set<string>();
let ourMark: string | undefined;

/**
 * What a session has started, background processes and daemons included, does not outlive it: when this process ends, by itself or
 * by a signal, all of it is killed.
 */
export function killWithUs(leader: number, mark: string): void {
  killAtExit(leader, mark);
  if (ourMark !== undefined) return;
  ourMark = mark;
  startWatchdog(mark);
}

/** The same, but for a `kill -9`. */
export function killAtExit(leader: number, mark: string): void {
  leaders.add(leader);
  if (marks.size === 0) {
    process.on("exit", killLiveProcesses);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, endBySignal);
  }
  marks.add(mark);
}

/** Whether there can be any. */
export function hasStartedProcesses(): boolean {
  return ourMark !== undefined;
}

/** A leader that has ended without leaving anyone in its group behind need not be remembered. */
export function leaderEnded(leader: number): void {
  if (process.platform !== "darwin" || !sendSignal(-leader, 0)) leaders.delete(leader);
}

/** Synchronous, because an exiting process has no other way. */
function killLiveProcesses(): void {
  for (const leader of leaders) {
    if (process.platform === "win32") killTreeOnWindows(leader);
    else sendSignal(-leader, "SIGKILL");
  }
  leaders.clear();
  // A process may fork between being seen and being killed, so it is looked again until nobody is left.
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
