import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
}

/**
 * Returns the descendants of a running process: its children and their children, the members of its group, and all
 * processes with the mark in their environment. The mark finds daemons, which have left both the family and the group.
 */
export function findDescendants(leader: number, mark: string): number[] {
  const rows = readProcesses();
  const family = new Set<number>(findMarked(mark));
  for (const row of rows) if (row.pid === leader || row.group === leader) family.add(row.pid);
  for (let size = -1; size !== family.size; ) {
    size = family.size;
    for (const row of rows) if (family.has(row.parent)) family.add(row.pid);
  }
  family.delete(process.pid);
  return [...family];
}

/** Returns the processes that carry the mark. Safe even if the leader is gone and its pid may have been reused. Linux only. */
export function findMarked(mark: string): number[] {
  if (process.platform !== "linux") return [];
  return listPids().filter((pid) => pid !== process.pid && readOrEmpty(`/proc/${pid}/environ`).includes(mark));
}

export interface MarkedProcess {
  readonly pid: number;
  readonly environment: string;
  /** The command line as it was started, arguments separated by blanks. */
  readonly command: string;
}

/** Returns the same processes with their environment and command line. */
export function environmentsOf(mark: string): MarkedProcess[] {
  return findMarked(mark).map((pid) => ({
    pid,
    environment: readOrEmpty(`/proc/${pid}/environ`),
    command: readOrEmpty(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim(),
  }));
}

/** Parses `pid (name) state ppid pgrp …`; the name may contain spaces and parentheses. Skips zombies, which are already dead. */
export function parseStat(pid: number, stat: string): ProcessRow | undefined {
  const [state, parent, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ", 3);
  if (group === undefined || state === "Z" || state === "X") return undefined;
  return { pid, parent: Number(parent), group: Number(group) };
}

function readProcesses(): ProcessRow[] {
  if (process.platform === "win32") return [];
  if (process.platform !== "linux") return readPs();
  return listPids().flatMap((pid) => parseStat(pid, readOrEmpty(`/proc/${pid}/stat`)) ?? []);
}

function listPids(): number[] {
  return readdirSync("/proc").map(Number).filter(Number.isInteger);
}

function readPs(): ProcessRow[] {
  const table = execFileSync("ps", ["-axo", "pid=,ppid=,pgid=,stat="], { encoding: "utf8" });
  return table.split("\n").flatMap((line) => {
    const [pid, parent, group, state] = line.trim().split(/\s+/);
    if (state === undefined || state.startsWith("Z")) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group) }];
  });
}

/** Reads a file of a process. Returns an empty text if the process has ended or belongs to another user. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
