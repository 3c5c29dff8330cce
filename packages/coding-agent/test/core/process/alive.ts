import { readdirSync, readFileSync } from "node:fs";

/** Processes whose environment holds the text: how a test finds all that a command has started, daemons included. */
export function processesWith(text: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter(
      (pid) => Number.isInteger(pid) && pid !== process.pid && environmentOf(pid).includes(text) && !isZombie(pid),
    );
}

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

export function commandOf(pid: number): string[] {
  return read(`/proc/${pid}/cmdline`).split("\0");
}

function environmentOf(pid: number): string {
  return read(`/proc/${pid}/environ`);
}

function isZombie(pid: number): boolean {
  return / Z /.test(read(`/proc/${pid}/stat`));
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
