import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { errorCode } from "./error-code.ts";
import { pathKey } from "./path-key.ts";
import { ifPossible } from "./storage-error.ts";

/** A process for all time: a pid alone is given out again. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque; equal for the same process. */
  readonly started: string;
}

/** Where a pid means something: a pid of another machine, or of another container, names another process here. */
export interface ProcessPlace {
  readonly host: string;
  /** Of one start of the machine; empty where the system does not tell. */
  readonly boot: string;
  /** The PID namespace; empty where the system does not tell. */
  readonly namespace: string;
}

/** Without a place: the name was written by a version that recorded none. */
export interface PlacedProcess extends ProcessIdentity {
  readonly place?: ProcessPlace;
}

/** `unknown`: the process belongs to another machine or another PID namespace, and cannot be seen from here. */
export type ProcessState = "alive" | "dead" | "unknown";

let own: Required<PlacedProcess> | undefined;

export function ownProcess(): Required<PlacedProcess> {
  own ??= { pid: process.pid, started: processStart(process.pid) ?? "0", place: readPlace() };
  return own;
}

/** This process as part of a file name. */
export function ownProcessName(): string {
  return processName(ownProcess());
}

/** `<pid>-<start>@<host>@<boot>@<namespace>`, so that the name alone tells which process it is. */
export function processName({ pid, started, place }: PlacedProcess): string {
  const identity = `${pid}-${started}`;
  return place ? [identity, place.host, place.boot, place.namespace].join("@") : identity;
}

const NAME = /^(\d+)-([\w-]+)(?:@([\w.-]*)@([\w.-]*)@([\w.-]*))?$/;

/** `undefined` for a text that names no process. */
export function parseProcessName(name: string): PlacedProcess | undefined {
  const match = NAME.exec(name);
  if (!match) return undefined;
  const [, pid, started = "", host, boot = "", namespace = ""] = match;
  const identity = { pid: Number(pid), started };
  return host === undefined ? identity : { ...identity, place: { host, boot, namespace } };
}

export function isPlace(value: unknown): value is ProcessPlace {
  const { host, boot, namespace } = (value ?? {}) as Partial<Record<keyof ProcessPlace, unknown>>;
  return [host, boot, namespace].every((part) => typeof part === "string");
}

export function processState(process: PlacedProcess): ProcessState {
  const { place } = process;
  const here = ownProcess().place;
  if (place && !isSamePlace(place, here)) {
    // A machine that was started again has none of its earlier processes.
    const hasRestarted = place.host === here.host && place.boot !== "" && here.boot !== "" && place.boot !== here.boot;
    return hasRestarted ? "dead" : "unknown";
  }
  return isAlive(process) ? "alive" : "dead";
}

/** A machine may change its name while it runs; one start of it has one name for ever. */
function isSamePlace(a: ProcessPlace, b: ProcessPlace): boolean {
  if (a.boot !== b.boot || a.namespace !== b.namespace) return false;
  return a.boot !== "" || a.host === b.host;
}

/** Holds for a process of this machine and this PID namespace alone. */
export function isAlive({ pid, started }: ProcessIdentity): boolean {
  if (!exists(pid)) return false;
  const current = processStart(pid);
  return current === undefined || current === started;
}

function readPlace(): ProcessPlace {
  const isLinux = process.platform === "linux";
  const boot = isLinux ? ifPossible(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1")) : undefined;
  const namespace = isLinux ? ifPossible(() => readlinkSync("/proc/self/ns/pid")) : undefined;
  return {
    host: inName(hostname()),
    boot: inName(boot?.trim() ?? ""),
    namespace: inName(namespace?.replace(/\D/g, "") ?? ""),
  };
}

/** What a file name may hold, and short enough for one. */
function inName(text: string): string {
  const plain = text.replace(/[^\w.-]/g, "_");
  return plain.length <= 64 ? plain : `${plain.slice(0, 47)}-${pathKey(text)}`;
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
