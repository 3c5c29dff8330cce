import {
  closeSync,
  copyFileSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

/** The file in the git directory that keeps the index while commits are written, named by process id. It is restored after an interruption. */
const KEPT = /^tau-commit-index-(\d+)$/;

/** Copies an index with its modification time: git rechecks files that changed in the second in which the index was written. */
export function copyIndex(from: string, to: string): void {
  copyFileSync(from, to);
  copyTime(from, to);
}

function copyTime(from: string, to: string): void {
  const seconds = Math.floor(statSync(from).mtimeMs / 1000);
  utimesSync(to, seconds, seconds);
}

/** Replaces the repository's index through a lock file, as git does, so that other git commands are not disturbed. */
export function installIndex(file: string, indexFile: string): void {
  const lock = `${indexFile}.lock`;
  let fd: number;
  try {
    fd = openSync(lock, "wx", 0o644);
  } catch (error) {
    throw new Error(`Another git command is using the index (${lock}). Try again when it has ended.`, { cause: error });
  }
  try {
    writeSync(fd, readFileSync(file));
    fsyncSync(fd);
  } catch (error) {
    closeSync(fd);
    rmSync(lock, { force: true });
    throw error;
  }
  closeSync(fd);
  copyTime(file, lock);
  renameSync(lock, indexFile);
}

/** Keeps a copy of an index until `forgetIndex`. The copy survives a crash. */
export function keepIndex(gitDir: string, file: string): void {
  const kept = keptFile(gitDir);
  copyIndex(file, `${kept}.new`);
  renameSync(`${kept}.new`, kept);
}

export function forgetIndex(gitDir: string): void {
  rmSync(keptFile(gitDir), { force: true });
}

/** Restores the index of a killed process. Returns whether there was one. Throws if another process is still running. */
export function putBackInterrupted(gitDir: string, indexFile: string): boolean {
  let isPutBack = false;
  for (const name of readdirSync(gitDir)) {
    const pid = Number(KEPT.exec(name)?.[1] ?? 0);
    if (pid === 0) continue;
    if (pid !== process.pid && isAlive(pid)) throw new Error(`Another tau commit is at work (process ${pid}).`);
    installIndex(join(gitDir, name), indexFile);
    rmSync(join(gitDir, name), { force: true });
    isPutBack = true;
  }
  return isPutBack;
}

function keptFile(gitDir: string): string {
  return join(gitDir, `tau-commit-index-${process.pid}`);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
