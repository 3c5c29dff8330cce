import { existsSync } from "node:fs";
import { join } from "node:path";
import { builtCli, repositoryRoot, startModelServer } from "@tau/testkit";
import { BARE, type BareRound } from "./baseline.ts";
import { BenchError } from "./bench-error.ts";
import { runIsolated } from "./isolate.ts";
import { ProcessMeter } from "./meter/measure-process.ts";
import { type BenchOptions, parseOptions, usage } from "./options.ts";
import { findPackageBenches, runPackageBench } from "./package-benches.ts";
import { figuresOf, type Result } from "./report/result.ts";
import { saveResults } from "./report/save.ts";
import { renderTables } from "./report/table.ts";
import { runScenario } from "./run-scenario.ts";
import { scenarios } from "./scenarios/index.ts";
import type { Stage } from "./scenarios/scenario.ts";
import { setStage } from "./stage.ts";
import { tau } from "./subjects/index.ts";
import { install } from "./subjects/install.ts";
import { warnIfBusy } from "./warn-if-busy.ts";
import { trivial } from "./work/scripts.ts";

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)
  process.once(signal, () => process.exit(code));

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
  if (!existsSync(builtCli)) throw new BenchError("run-failed", `There is no ${builtCli}. Run npm run build first.`);
  for (const peer of options.peers) await install(peer);
  return (options.peers.length > 0 ? await runIsolated() : undefined) ?? (await runHere(options));
}

async function runHere(options: BenchOptions): Promise<number> {
  let code = 0;
  for (const bench of options.packageBenches) code = (await runPackageBench(bench)) || code;
  return (options.scenarios.length === 0 ? 0 : await runScenarios(options)) || code;
}

async function runScenarios(options: BenchOptions): Promise<number> {
  warnIfBusy();
  await using server = await startModelServer({ script: trivial });
  await using meter = await ProcessMeter.create();
  await using stack = new AsyncDisposableStack();
  const stages: Stage[] = [];
  for (const subject of [tau, ...options.peers]) stages.push(stack.use(await setStage(subject, server, meter)));
  const results: Result[] = [];
  const rounds: BareRound[] = [];
  for (const scenario of options.scenarios) {
    process.stderr.write(`bench: ${scenario.name}\n`);
    const outcome = await runScenario(scenario, stages, options.runs ?? scenario.runs, meter);
    results.push(...outcome.results);
    rounds.push(...outcome.rounds);
  }
  await report([...bareResults(rounds), ...results], meter);
  return results.some(({ failure }) => failure !== undefined) ? 1 : 0;
}

function bareResults(rounds: readonly BareRound[]): Result[] {
  const bare = rounds.map((round) => round.bare);
  const fetching = rounds.map((round) => round.fetching);
  const subject = process.version;
  return [
    { scenario: BARE, group: "bare", subject, samples: bare },
    { scenario: "node -e fetch(…)", group: "bare", subject, samples: fetching, bare },
  ];
}

async function report(results: readonly Result[], meter: ProcessMeter): Promise<void> {
  const rows = results.map((result) => ({ result, figures: figuresOf(result) }));
  process.stdout.write(`${renderTables(rows)}\n`);
  const file = await saveResults(join(repositoryRoot, "bench/results"), rows, { peakMemory: meter.memorySource });
  process.stdout.write(`\nMedians; x = multiple of ${BARE} in the same rounds. All samples: ${file}\n`);
}

function list(): string {
  const ours = scenarios.map(({ name, group }) => `${group.padEnd(10)}${name}`);
  const theirs = findPackageBenches().map(({ name }) => `${"package".padEnd(10)}${name}`);
  return `${[...ours, ...theirs].join("\n")}\n`;
}
