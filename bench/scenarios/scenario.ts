import type { ModelServer, Workspace } from "@tau/testkit";
import type { Measurement } from "../meter/measure-process.ts";
import type { Metric, Sample } from "../report/metric.ts";
import type { Subject } from "../subjects/subject.ts";
import type { RunScript } from "../work/scripts.ts";

/** One kind of work, measured over and over. */
export interface Scenario {
  readonly name: string;
  /** Selects several at once, and shares a table. */
  readonly group: "startup" | "run" | "resume" | "terminal" | "sandbox" | "snapshots" | "batteries";
  /** How often it is measured unless `--runs` says otherwise; the first, which fills caches, is not counted. */
  readonly runs: number;
  /** What the product promises of itself. Times are multiples of the bare runtime: they hold on a slow machine too. */
  readonly goals?: Partial<Record<Metric, Goal>>;
  readonly supports?: (subject: Subject) => boolean;
  /** Done once per subject, before its first run. */
  readonly prepare?: (stage: Stage) => Promise<void>;
  readonly measure: (stage: Stage) => Promise<Sample>;
}

export type Goal = { readonly atMost: number } | { readonly timesNode: number };

/** One subject, ready to be run. */
export interface Stage {
  readonly subject: Subject;
  readonly workspace: Workspace;
  readonly server: ModelServer;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Runs the program, or another command, to its end against a script; fails if it fails. */
  run(
    script: RunScript,
    args: readonly string[],
    timeoutMs?: number,
    command?: readonly string[],
  ): Promise<Measurement>;
}
