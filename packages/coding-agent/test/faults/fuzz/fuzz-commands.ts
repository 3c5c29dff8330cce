import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { judgeCommand } from "../../../src/core/permission/shell/judge-script.ts";
import type { FaultReport } from "../fault-report.ts";
import type { Random } from "../random.ts";
import { randomScript } from "./random-script.ts";

const NAME = "commands that are said to only read";
const PLACE = { cwd: "/mnt/work", home: "/mnt/home", roots: ["/mnt/work"], trustsRepository: true };
const RUNNER = fileURLToPath(new URL("run-commands.mjs", import.meta.url));
/** Nothing outside is writable, so that a wrong verdict does no harm. */
const CONFINED = ["--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"];

/** Judges random commands, and really runs those that are said to only read: they must change nothing and start nothing. */
export async function fuzzCommands(runs: number, random: Random): Promise<FaultReport> {
  if (spawnSync("bwrap", [...CONFINED, "true"]).status !== 0) return { name: NAME, cases: 0, failures: [] };
  const reading = new Set<string>();
  for (let run = 0; run < runs; run++) {
    const script = randomScript(random);
    if ((await judgeCommand(script, PLACE)).verdict === "read") reading.add(script);
  }
  const args = [...CONFINED, "--tmpfs", "/mnt", "--", process.execPath, RUNNER];
  const output = execFileSync("bwrap", args, { input: JSON.stringify([...reading]), encoding: "utf8" });
  const failures = (JSON.parse(output) as string[]).map((script) => `it changes something: ${JSON.stringify(script)}`);
  return { name: NAME, cases: runs, failures, facts: { "run because they only read": reading.size } };
}
