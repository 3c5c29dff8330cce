import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@tau/testkit";
import { summarize } from "../src/core/tools/read/summarize.ts";

const LINES = 20_000;
const MOST_MS = 150;
const ROUNDS = 5;

/** Measures the summary of a TypeScript file of 20,000 lines, made of sources of this repository. */
const sources = globSync("packages/*/src/**/*.ts", { cwd: repositoryRoot }).sort();
const lines: string[] = [];
for (const source of sources) {
  if (lines.length >= LINES) break;
  lines.push(...readFileSync(join(repositoryRoot, source), "utf8").split("\n"));
}
const text = lines.slice(0, LINES).join("\n");
const times: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const begun = performance.now();
  const summary = await summarize({ text, path: "a.ts", minLines: 1 });
  times.push(performance.now() - begun);
  if (!summary) throw new Error("The file has no summary.");
}
const best = Math.min(...times);
process.stdout.write(
  `  ${LINES} lines: ${best.toFixed(0)} ms, the first time ${times[0]?.toFixed(0)} ms (at most ${MOST_MS})\n`,
);
if (Math.max(...times) > MOST_MS) process.exitCode = 1;
