import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
}

/**
 * Who descends from a running process: its children's children, the members of its group, and whoever carries the mark in its
 * environment. The mark finds daemons, which have left both the family and the group.
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

/** Who carries the mark. Safe also when the leader is gone and its number may belong to a stranger; Linux only. */
export function findMarked(mark: string): number[] {
  if (process.platform !== "linux") return [];
  return listPids().filter((pid) => pid !== process.pid && readOrEmpty(`/proc/${pid}/environ`).includes(mark));
}

export interface MarkedProcess {
  readonly pid: number;
  readonly environment: string;
  /** As it was started, its arguments apart by blanks. */
  readonly command: string;
}

/** The same with what they were started with, the oldest first. */
export function environmentsOf(mark: string): MarkedProcess[] {
  return findMarked(mark).map((pid) => ({
    pid,
    environment: readOrEmpty(`/proc/${pid}/environ`),
    command: readOrEmpty(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim(),
  }));
}

/** `pid (name) state ppid pgrp …`; the name may hold spaces and parentheses. A zombie is no process: it is dead already. */
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

/** A process may end, or belong to another user, while it is looked at. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
