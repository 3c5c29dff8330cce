import { uniqueName } from "../../files/unique-name.ts";
import type { ProcessLifetime } from "../process-port.ts";
import { killAtExit, killWithUs } from "./end-with-us.ts";
import { killTreeOnWindows } from "./kill-tree-on-windows.ts";
import { findDescendants } from "./process-table.ts";
import { sendSignal } from "./send-signal.ts";

/** Everything that one command has started, including processes that detached from it. */
export interface ProcessTree {
  readonly mark: string;
  /** Variables for the child's environment; every descendant inherits them. */
  readonly environment: Readonly<Record<string, string>>;
  started(leader: number): void;
  /** Records that the command has returned. Processes that it started may continue. */
  returned(): void;
  /** Asks every process to end, then kills those that have not. Resolves when none is left. */
  kill(): Promise<void>;
}

export const MARK_VARIABLE = "TAU_PROCESS_TREE";
/** Common prefix of all marks of this process. */
export const OURS = uniqueName();
/** Marks of commands that have not returned yet. */
const awaited = new Set<string>();
const GRACE_MS = 400;
const GIVE_UP_MS = 3000;
const POLL_MS = 10;

/**
 * Creates a process tree. `family` is the mark prefix of commands that outlive a crash of this process; the watchdog
 * leaves these alone.
 */
export function createProcessTree(
  parentEnvironment: NodeJS.ProcessEnv,
  lifetime: ProcessLifetime | { readonly family: string } = "session",
): ProcessTree {
  if (lifetime === "own") return createProcessGroup();
  const family = typeof lifetime === "object" ? lifetime.family : OURS;
  const mark = `${family}-${uniqueName()}`;
  const outer = parentEnvironment[MARK_VARIABLE];
  let leader: number | undefined;
  return {
    mark,
    // A nested tree carries both marks, so that the outer tree finds it too.
    environment: { [MARK_VARIABLE]: outer ? `${outer}:${mark}` : mark },
    started(pid) {
      leader = pid;
      awaited.add(mark);
      (family === OURS ? killWithUs : killAtExit)(pid, family);
    },
    returned: () => void awaited.delete(mark),
    async kill() {
      if (leader === undefined) return;
      if (process.platform === "win32") killTreeOnWindows(leader);
      else await killTree(leader, mark);
    },
  };
}

/** Creates a process group without a mark, so that Tau never ends a process that leaves the group. */
function createProcessGroup(): ProcessTree {
  let leader: number | undefined;
  return {
    mark: "",
    environment: {},
    started(pid) {
      leader = pid;
    },
    returned: () => undefined,
    async kill() {
      if (leader === undefined) return;
      if (process.platform === "win32") killTreeOnWindows(leader);
      else sendSignal(-leader, "SIGKILL");
    },
  };
}

export function isAwaited(mark: string): boolean {
  return awaited.has(mark);
}

export async function killTree(leader: number, mark: string): Promise<void> {
  const begun = performance.now();
  signalAll(findDescendants(leader, mark), "SIGTERM");
  for (;;) {
    const members = findDescendants(leader, mark);
    const elapsed = performance.now() - begun;
    // A process that no signal ends hangs in the kernel. Give up instead of hanging with it.
    if (members.length === 0 || elapsed > GIVE_UP_MS) return;
    if (elapsed > GRACE_MS) signalAll(members, "SIGKILL");
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) sendSignal(pid, signal);
}
