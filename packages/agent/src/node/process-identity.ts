import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { errorCode } from "./error-code.ts";
import { ifPossible } from "./log/storage-error.ts";
import { pathKey } from "./path-key.ts";

/** Identifies a process permanently: the system reuses a pid alone. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque; equal for the same process. */
  readonly started: string;
}

/** The scope of a pid: on another machine or in another container the same pid is another process. */
export interface ProcessPlace {
  readonly host: string;
  /** Id of the machine's current boot; empty if the system does not provide one. */
  readonly boot: string;
  /** The PID namespace; empty if the system does not provide one. */
  readonly namespace: string;
}

/** Has no place if it was written by a version that did not record one. */
export interface PlacedProcess extends ProcessIdentity {
  readonly place?: ProcessPlace;
}

/** `unknown`: the process belongs to another machine or PID namespace and is not visible here. */
export type ProcessState = "alive" | "dead" | "unknown";

let own: Required<PlacedProcess> | undefined;

export function ownProcess(): Required<PlacedProcess> {
  own ??= { pid: process.pid, started: processStart(process.pid) ?? "0", place: readPlace() };
  return own;
}

/** Returns this process as part of a file name. */
export function ownProcessName(): string {
  return processName(ownProcess());
}

/** Returns `<pid>-<start>@<host>@<boot>@<namespace>`, which identifies the process by the name alone. */
export function processName({ pid, started, place }: PlacedProcess): string {
  const identity = `${pid}-${started}`;
  return place ? [identity, place.host, place.boot, place.namespace].join("@") : identity;
}

const NAME = /^(\d+)-([\w-]+)(?:@([\w.-]*)@([\w.-]*)@([\w.-]*))?$/;

/** Returns `undefined` for text that is not the name of a process. */
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
    // After a restart of the machine none of its earlier processes exist.
    const hasRestarted = place.host === here.host && place.boot !== "" && here.boot !== "" && place.boot !== here.boot;
    return hasRestarted ? "dead" : "unknown";
  }
  return isAlive(process) ? "alive" : "dead";
}

/** Compares boot ids where known: a machine may change its host name while it runs. */
function isSamePlace(a: ProcessPlace, b: ProcessPlace): boolean {
  if (a.boot !== b.boot || a.namespace !== b.namespace) return false;
  return a.boot !== "" || a.host === b.host;
}

/** Valid only for processes of this machine and this PID namespace. */
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

/** Shortens and escapes text for use in a file name. */
function inName(text: string): string {
  const plain = text.replace(/[^\w.-]/g, "_");
  return plain.length <= 64 ? plain : `${plain.slice(0, 47)}-${pathKey(text)}`;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists but belongs to another user.
    return errorCode(error) === "EPERM";
  }
}

/** Returns an opaque start time; `undefined` if the system does not provide one. */
export function processStart(pid: number): string | undefined {
  if (process.platform === "linux") return startOnLinux(pid);
  if (process.platform === "win32") return undefined;
  // Loaded only here, because most starts do not need it.
  const { execFileSync } = process.getBuiltinModule("node:child_process");
  try {
    const text = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", env: { LC_ALL: "C" } });
    return text.trim().replace(/\W+/g, "-");
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Returns field 22 of `stat`, in clock ticks since boot. A zombie counts as ended, although its pid still exists. */
function startOnLinux(pid: number): string | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ESRCH") return "gone";
    return undefined;
  }
  // The second field is the program's name in parentheses and may contain blanks.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" || fields[0] === "X" ? "gone" : fields[19];
}
