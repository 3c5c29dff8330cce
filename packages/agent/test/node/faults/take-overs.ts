import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleProcess } from "../bundle-process.ts";
import { startWriter, writeSession } from "../writer.ts";
import { inspectSession, shownOf, tornLines } from "./inspect-session.ts";

export interface TakeOverReport {
  takeOvers: number;
  written: number;
  /** Lines cut off by a kill within a `write`, none of which had been acknowledged. */
  torn: number;
  /** Each is a promise that was broken. */
  twoWriters: number;
  lost: string[];
  damaged: string[];
  tornWritten: string[];
  staleLock: boolean;
}

/** Two processes at a time want one session; whoever has it is killed while it writes, and the next two come. */
export async function runTakeOvers(rounds: number): Promise<TakeOverReport> {
  const folder = mkdtempSync(join(tmpdir(), "tau-take-over-"));
  try {
    const program = bundleProcess(new URL("../writer-process.ts", import.meta.url), folder);
    const path = writeSession(folder);
    const written: string[] = [];
    const report = { takeOvers: 0, twoWriters: 0 };
    while (report.takeOvers < rounds) {
      const writers = await Promise.all([startWriter(program, path, "append"), startWriter(program, path, "append")]);
      const holders = writers.filter(({ state }) => state === "writing");
      if (holders.length > 1) report.twoWriters++;
      report.takeOvers += holders.length;
      await Promise.all(holders.map((holder) => holder.written(3)));
      for (const writer of writers) written.push(...(await writer.kill()));
    }
    return { ...report, ...inspect(path, folder, written) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function inspect(path: string, home: string, written: readonly string[]) {
  const { lost, damaged, unreadable } = inspectSession(path, written, home);
  const aside = tornLines(path);
  const tornWritten = shownOf(aside, written);
  const staleLock = existsSync(`${path}.lock`);
  return {
    written: written.length,
    torn: aside.length,
    lost,
    damaged: [...unreadable, ...damaged],
    tornWritten,
    staleLock,
  };
}
