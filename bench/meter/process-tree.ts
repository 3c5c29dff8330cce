import { readdirSync, readFileSync } from "node:fs";

export interface TreeUsage {
  /** User and system time of the running processes and of the children they have waited for. */
  readonly cpuMs: number;
  readonly rssMb: number;
  readonly processes: number;
}

/**
 * Returns the usage so far of a running program, its descendants and everything else that runs in its home; zero after they have
 * ended. Some programs leave work to a daemon that is not their child: it is recognised by its HOME variable. Needs /proc.
 */
export function treeUsage(root: number, home?: string): TreeUsage {
  const all = readProcesses();
  const members = new Set([
    ...descend(root, all),
    ...all.filter(({ pid }) => home !== undefined && livesIn(pid, home)),
  ]);
  return {
    cpuMs: [...members].reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    rssMb: [...members].reduce((sum, { rssMb }) => sum + rssMb, 0),
    processes: members.size,
  };
}

/** Kills the processes that were started with this home and are still running. */
export function endStragglers(home: string): void {
  for (const { pid } of readProcesses()) if (pid !== process.pid && livesIn(pid, home)) process.kill(pid, "SIGKILL");
}

function livesIn(pid: number, home: string): boolean {
  return readProc(`${pid}/environ`)?.split("\0").includes(`HOME=${home}`) ?? false;
}

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly cpuMs: number;
  readonly rssMb: number;
}

function* descend(root: number, all: readonly ProcessEntry[]): Generator<ProcessEntry> {
  const self = all.find(({ pid }) => pid === root);
  if (self) yield self;
  for (const child of all.filter(({ parent }) => parent === root)) yield* descend(child.pid, all);
}

function readProcesses(): ProcessEntry[] {
  const names = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return names.map(readProcess).filter((entry) => entry !== undefined);
}

/** Reads one process. The kernel reports times in hundredths of a second, and memory in pages of 4 KiB. */
function readProcess(name: string): ProcessEntry | undefined {
  const stat = readProc(`${name}/stat`);
  if (stat === undefined) return undefined;
  // The program's name is in parentheses and may contain spaces and parentheses itself.
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
  return {
    pid: Number(name),
    parent: fields[1] ?? 0,
    cpuMs: (user + system + childUser + childSystem) * 10,
    rssMb: ((fields[21] ?? 0) * 4096) / 1_048_576,
  };
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    // The process ended after the folder was listed, or belongs to another user.
    return undefined;
  }
}
