import type { ModelServer, Workspace } from "@tau/testkit";
import type { Measurement } from "../meter/measure-process.ts";
import type { Metric, Sample } from "../report/metric.ts";
import type { Subject } from "../subjects/subject.ts";
import type { RunScript } from "../work/scripts.ts";

/** One kind of work that is measured repeatedly. */
export interface Scenario {
  readonly name: string;
  /** Selects several scenarios at once; they share a table. */
  readonly group: "startup" | "run" | "resume" | "terminal" | "sandbox" | "snapshots" | "batteries";
  /** The default number of runs, which `--runs` overrides. A first run, which fills caches, is not counted. */
  readonly runs: number;
  /** The goals of the product. Times are multiples of the bare runtime, so that they also hold on a slow machine. */
  readonly goals?: Partial<Record<Metric, Goal>>;
  readonly supports?: (subject: Subject) => boolean;
  /** Runs once per subject, before its first run. */
  readonly prepare?: (stage: Stage) => Promise<void>;
  readonly measure: (stage: Stage) => Promise<Sample>;
}

export type Goal = { readonly atMost: number } | { readonly timesNode: number };

/** One subject, ready to run. */
export interface Stage {
  readonly subject: Subject;
  readonly workspace: Workspace;
  readonly server: ModelServer;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Runs the program, or another command, to its end against a script. Rejects if it fails. */
  run(
    script: RunScript,
    args: readonly string[],
    timeoutMs?: number,
    command?: readonly string[],
  ): Promise<Measurement>;
}
