import { execFileSync } from "node:child_process";
import { basename, join } from "node:path";
import { markdownTable } from "./markdown-table.ts";

/** Returns the table of attacks that are tried against Tau, counted from the tests. */
export function attackTable(): string {
  const script = join(import.meta.dirname, "count-attacks.mjs");
  const printed = execFileSync(process.execPath, [script], { encoding: "utf8", env: { ...process.env, VITEST: "" } });
  const counts = Object.entries(JSON.parse(printed.trim().split("\n").at(-1) ?? "{}") as Record<string, number>);
  const areas = new Map<string, number>();
  for (const [path, count] of counts) areas.set(areaOf(path), (areas.get(areaOf(path)) ?? 0) + count);
  const rows = [...areas].sort(([one], [other]) => one.localeCompare(other)).map(([area, count]) => [area, `${count}`]);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  return markdownTable(["area", "attempts"], [...rows, ["all", `${total}`]]);
}

/** Returns the area of a test file: `file-writes.test.ts` is about file writes. */
function areaOf(path: string): string {
  return basename(path, ".test.ts").replaceAll("-", " ");
}
