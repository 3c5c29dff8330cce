import { readFileSync } from "node:fs";
import { errorCode } from "./storage-error.ts";

/** A process for all time: a pid alone is given out again. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque; equal for the same process. */
  readonly started: string;
}

let own: ProcessIdentity | undefined;

export function ownIdentity(): ProcessIdentity {
  own ??= { pid: process.pid, started: processStart(process.pid) ?? "0" };
  return own;
}

export function isAlive({ pid, started }: ProcessIdentity): boolean {
  if (!exists(pid)) return false;
  const current = processStart(pid);
  return current === undefined || current === started;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return errorCode(error) === "EPERM";
  }
}

/** `undefined` where the system does not tell. */
export function processStart(pid: number): string | undefined {
  if (process.platform === "linux") return startOnLinux(pid);
  if (process.platform === "win32") return undefined;
  // Loaded only here: most starts never come this way.
  const { execFileSync } = process.getBuiltinModule("node:child_process");
  try {
    const text = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", env: { LC_ALL: "C" } });
    return text.trim().replace(/\W+/g, "-");
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Field 22 of `stat`, in clock ticks since boot. A zombie has ended, though its pid is still there. */
function startOnLinux(pid: number): string | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ESRCH") return "gone";
    return undefined;
  }
  // The second field is the program's name in parentheses and may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" || fields[0] === "X" ? "gone" : fields[19];
}
