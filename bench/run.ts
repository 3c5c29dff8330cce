import { existsSync } from "node:fs";
import { join } from "node:path";
import { builtCli, type ModelServer, repositoryRoot, startModelServer } from "@tau/testkit";
import { baselines, measureBaseline } from "./baseline.ts";
import { BenchError } from "./bench-error.ts";
import { ProcessMeter } from "./meter/measure-process.ts";
import { type BenchOptions, parseOptions, usage } from "./options.ts";
import { findPackageBenches, runPackageBench } from "./package-benches.ts";
import type { Sample } from "./report/metric.ts";
import { figuresOf, type Result } from "./report/result.ts";
import { saveResults } from "./report/save.ts";
import { type Row, renderTables } from "./report/table.ts";
import { scenarios } from "./scenarios/index.ts";
import type { Scenario, Stage } from "./scenarios/scenario.ts";
import { setStage } from "./stage.ts";
import { tau } from "./subjects/index.ts";
import { trivial } from "./work/scripts.ts";

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof BenchError)) throw error;
  process.stderr.write(`bench: ${error.message}\n`);
  process.exitCode = error.code === "usage" ? 2 : 1;
}

async function main(argv: readonly string[]): Promise<number> {
  const options = parseOptions(argv);
  if (options.wants !== "run") {
    process.stdout.write(options.wants === "help" ? usage : list());
    return 0;
  }
  let code = 0;
  for (const bench of options.packageBenches) code ||= await runPackageBench(bench);
  return options.scenarios.length === 0 ? code : code || (await runScenarios(options));
}

function list(): string {
  const names = scenarios.map(({ name, group }) => `${group.padEnd(10)}${name}`);
  return `${[...names, ...findPackageBenches().map(({ name }) => `${"package".padEnd(10)}${name}`)].join("\n")}\n`;
}

async function runScenarios(options: BenchOptions): Promise<number> {
  if (!existsSync(builtCli)) throw new BenchError("run-failed", `There is no ${builtCli}. Run npm run build first.`);
  await using server = await startModelServer({ script: trivial });
  await using meter = await ProcessMeter.create();
  await using stages = new AsyncDisposableStack();
  const ready: Stage[] = [];
  for (const subject of [tau, ...options.peers]) ready.push(stages.use(await setStage(subject, server, meter)));
  const bare: Sample[][] = baselines(server.url).map(() => []);
  const results: Result[] = [];
  for (const scenario of options.scenarios) {
    process.stderr.write(`bench: ${scenario.name}\n`);
    results.push(
      ...(await runScenario(scenario, ready, options.runs ?? scenario.runs, () =>
        measureBare(bare, meter, ready, server),
      )),
    );
  }
  return await report(results, bare, server, meter);
}

/** Rounds are interleaved: a busy minute of the machine hits every subject, and the bare runtime with them. */
async function runScenario(
  scenario: Scenario,
  stages: readonly Stage[],
  runs: number,
  measureBaselines: () => Promise<void>,
): Promise<Result[]> {
  const { name, group, goals } = scenario;
  const taking = stages.filter(({ subject }) => scenario.supports?.(subject) ?? true);
  const tallies = taking.map((stage) => ({ stage, samples: [] as Sample[], failure: undefined as string | undefined }));
  for (const stage of taking) await scenario.prepare?.(stage);
  for (let round = 0; round <= runs; round++) {
    await measureBaselines();
    for (const tally of tallies.filter(({ failure }) => failure === undefined)) {
      try {
        const sample = await scenario.measure(tally.stage);
        // The first round fills caches and is thrown away.
        if (round > 0) tally.samples.push(sample);
      } catch (error) {
        tally.failure = (error as Error).message;
      }
    }
  }
  return tallies.map(({ stage, samples, failure }) => ({
    scenario: name,
    group,
    subject: stage.subject.name,
    samples,
    ...(goals === undefined || stage.subject !== tau ? {} : { goals }),
    ...(failure === undefined ? {} : { failure }),
  }));
}

async function measureBare(
  bare: Sample[][],
  meter: ProcessMeter,
  stages: readonly Stage[],
  server: ModelServer,
): Promise<void> {
  for (const [index, baseline] of baselines(server.url).entries())
    bare[index]?.push(await measureBaseline(baseline, meter, stages[0]!));
}

async function report(
  results: readonly Result[],
  bare: readonly Sample[][],
  server: ModelServer,
  meter: ProcessMeter,
): Promise<number> {
  const runtime = baselines(server.url).map(
    ({ name }, index): Result => ({
      scenario: name,
      group: "bare",
      subject: process.version,
      samples: bare[index] ?? [],
    }),
  );
  const node = figuresOf(runtime[0]!, {});
  const rows = [...runtime, ...results].map((result): Row => ({ result, figures: figuresOf(result, node) }));
  process.stdout.write(`${renderTables(rows)}\n`);
  const file = await saveResults(join(repositoryRoot, "bench/results"), rows, { peakMemory: meter.memorySource });
  process.stdout.write(`\nMedians; x = multiple of node -e 0 in the same run. ${file}\n`);
  return results.some(({ failure }) => failure !== undefined) ? 1 : 0;
}
