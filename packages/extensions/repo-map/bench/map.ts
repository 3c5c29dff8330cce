import { rmSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { manifest } from "../manifest.ts";

const COLD_MS = 3000;
const WARM_MS = 200;
const ROUNDS = 2;

/** Measures the map of this repository, first without and then with its cache. */
await using harness = await createExtensionHarness({ extensions: [manifest], script: () => ({ text: "Done." }) });
await harness.prompt("Start");
const tool = harness.session.agent.state.tools.find(({ name }) => name === "repo_map");
if (!tool) throw new Error("The tool is not there.");
const run = () => tool.execute("bench", { path: repositoryRoot }, new AbortController().signal);
const cache = join(harness.workspace.tauHome, "cache", "repo-map");

const cold = await best(async () => {
  rmSync(cache, { recursive: true, force: true });
  await run();
});
const warm = await best(run);
process.stdout.write(
  `  cold ${cold.toFixed(0)} ms (at most ${COLD_MS}), warm ${warm.toFixed(0)} ms (at most ${WARM_MS})\n`,
);
if (cold > COLD_MS || warm > WARM_MS) process.exitCode = 1;

async function best(measured: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    await measured();
    times.push(performance.now() - begun);
  }
  return Math.min(...times);
}
