import { mkdir, writeFile } from "node:fs/promises";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import type { Row } from "./table.ts";

/** Saves everything needed to compare with another run: the machine, each sample, each figure. */
export async function saveResults(
  folder: string,
  rows: readonly Row[],
  notes: Readonly<Record<string, string>>,
): Promise<string> {
  const at = new Date().toISOString();
  const machine = {
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? "unknown",
    /** The load average of the last minute, which shows other activity. The bench itself causes at most about 1.5. */
    load: loadavg()[0],
    memoryGb: Math.round(totalmem() / 2 ** 30),
  };
  const results = rows.map(({ result, figures }) => ({ ...result, figures }));
  const file = join(folder, `${at.replaceAll(":", "-").slice(0, 19)}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${JSON.stringify({ at, machine, notes, results }, null, 2)}\n`);
  return file;
}
