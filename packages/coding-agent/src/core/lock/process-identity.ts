import { readFileSync } from "node:fs";

/** A process of this machine. The start time tells it from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string;
}

let self: ProcessIdentity | undefined;

export function currentProcess(): ProcessIdentity {
  self ??= { pid: process.pid, startTime: startTimeOf(process.pid) ?? "" };
  return self;
}

export function isAlive({ pid, startTime }: ProcessIdentity): boolean {
  if (!exists(pid)) return false;
  const actual = startTimeOf(pid);
  return actual === undefined || startTime === "" || actual === startTime;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, and another user's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function startTimeOf(pid: number): string | undefined {
  return process.platform === "linux" ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The second field is the program's name in brackets, and may hold spaces and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie has ended, though nobody has asked for its exit code yet.
    return fields[0] === "Z" || fields[0] === "X" ? "ended" : fields[START_TIME_FIELD];
  } catch {
    return undefined;
  }
}

function fromPs(pid: number): string | undefined {
  // Loaded only here: most starts never come this way.
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
  return stdout?.trim() || undefined;
}

/** Field 22 of the line, counted from the state that follows the name. */
const START_TIME_FIELD = 19;
