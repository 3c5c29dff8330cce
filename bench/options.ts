import { parseArgs } from "node:util";
import { BenchError } from "./bench-error.ts";
import { findPackageBenches, type PackageBench } from "./package-benches.ts";
import { scenarios } from "./scenarios/index.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { findPeer } from "./subjects/index.ts";
import type { Subject } from "./subjects/subject.ts";

export interface BenchOptions {
  readonly scenarios: readonly Scenario[];
  readonly packageBenches: readonly PackageBench[];
  readonly peers: readonly Subject[];
  /** Replaces each scenario's own number of runs. */
  readonly runs: number | undefined;
  readonly wants: "run" | "help" | "list";
}

export const usage = `npm run bench -- [name ...] [--peers pi,codex,claude] [--runs N] [--list]

Measures the built CLI against a scripted model on this machine. Without a name: every scenario.
A name is a scenario, a group of them (startup, run, resume, terminal), a package with benches of
its own (ai), or one of those (ai/sse, edits). --peers installs published programs from npm into a cache
folder (TAU_BENCH_CACHE moves it) and measures them on the same work in the same run; name@version
chooses another version, tau:folder the program that another checkout has built.
`;

export function parseOptions(argv: readonly string[]): BenchOptions {
  const { values, positionals } = parse(argv);
  const packageBenches = findPackageBenches();
  const selection = positionals.map((name) => select(name, packageBenches));
  return {
    scenarios:
      positionals.length === 0
        ? scenarios
        : scenarios.filter((one) => selection.some((s) => s.scenarios.includes(one))),
    packageBenches: selection.flatMap((s) => s.benches),
    peers: (values.peers ?? "")
      .split(",")
      .filter((name) => name !== "")
      .map(findPeer),
    runs: parseRuns(values.runs),
    wants: values.help ? "help" : values.list ? "list" : "run",
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        peers: { type: "string" },
        runs: { type: "string" },
        list: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw invalidArguments(error as Error);
  }
}

function invalidArguments(cause: Error): BenchError {
  return new BenchError("usage", cause.message, { cause });
}

interface Selection {
  readonly scenarios: readonly Scenario[];
  readonly benches: readonly PackageBench[];
}

function select(name: string, packageBenches: readonly PackageBench[]): Selection {
  const chosen = scenarios.filter((scenario) => scenario.name === name || scenario.group === name);
  const benches = packageBenches.filter(
    (bench) => bench.name === name || bench.package === name || bench.name.endsWith(`/${name}`),
  );
  if (chosen.length + benches.length === 0)
    throw new BenchError("usage", `There is no bench "${name}". --list shows all.`);
  return { scenarios: chosen, benches };
}

function parseRuns(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const runs = Number(text);
  if (Number.isInteger(runs) && runs > 0) return runs;
  throw new BenchError("usage", `--runs takes a number of runs, not "${text}".`);
}
