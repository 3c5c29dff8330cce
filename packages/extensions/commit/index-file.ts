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

/** Lies in the git directory while commits are written, with the number of the process: the index to put back if that is interrupted. */
const KEPT = /^tau-commit-index-(\d+)$/;

/** Copies an index with its time: git looks again at files that changed in the second in which the index was written. */
export function copyIndex(from: string, to: string): void {
  copyFileSync(from, to);
  copyTime(from, to);
}

function copyTime(from: string, to: string): void {
  const seconds = Math.floor(statSync(from).mtimeMs / 1000);
  utimesSync(to, seconds, seconds);
}

/** Puts a file in the place of the repository's index, the way git does: another git command at work is not disturbed. */
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

/** Remembers an index until `forgetIndex`, through a crash. */
export function keepIndex(gitDir: string, file: string): void {
  const kept = keptFile(gitDir);
  copyIndex(file, `${kept}.new`);
  renameSync(`${kept}.new`, kept);
}

export function forgetIndex(gitDir: string): void {
  rmSync(keptFile(gitDir), { force: true });
}

/** Whether a process that was killed had left an index to put back. Throws while one is at work. */
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
