import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NAME = /^tau-browser-(\d+)-/;

/** Makes the folder for the profile and the downloads of one browser. Removes those of processes that were killed. */
export async function makeProfile(): Promise<string> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (pid > 0 && !isRunning(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
  return await mkdtemp(join(tmpdir(), `tau-browser-${process.pid}-`));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process of another user exists, too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
