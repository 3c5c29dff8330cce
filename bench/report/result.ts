import type { Goal } from "../scenarios/scenario.ts";
import { median } from "./median.ts";
import { type Metric, metricNames, ratioBase, type Sample } from "./metric.ts";

/** All runs of one subject in one scenario. */
export interface Result {
  readonly scenario: string;
  readonly group: string;
  readonly subject: string;
  readonly samples: readonly Sample[];
  readonly goals?: Partial<Record<Metric, Goal>>;
  /** Why there are fewer samples than asked for. */
  readonly failure?: string;
}

export interface Figure {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** To the bare runtime, where it has a comparable figure. */
  readonly timesNode?: number;
  readonly goal?: Goal;
  readonly meetsGoal?: boolean;
}

export type Figures = Partial<Record<Metric, Figure>>;

/** Medians of a result, each also as a multiple of the bare runtime's in the same run. */
export function figuresOf(result: Result, node: Figures): Figures {
  const entries = metricNames.flatMap((metric): [Metric, Figure][] => {
    const values = result.samples.map((sample) => sample[metric]).filter((value) => value !== undefined);
    return values.length === 0 ? [] : [[metric, figure(values, metric, node, result.goals?.[metric])]];
  });
  return Object.fromEntries(entries);
}

function figure(values: readonly number[], metric: Metric, node: Figures, goal: Goal | undefined): Figure {
  const middle = median(values);
  const base = ratioBase(metric);
  const bare = base === undefined ? undefined : node[base]?.median;
  const timesNode = bare === undefined ? undefined : middle / bare;
  return {
    median: middle,
    min: Math.min(...values),
    max: Math.max(...values),
    ...(timesNode === undefined ? {} : { timesNode }),
    ...(goal === undefined ? {} : { goal, meetsGoal: meets(goal, middle, timesNode) }),
  };
}

function meets(goal: Goal, value: number, timesNode = Number.NaN): boolean {
  return "atMost" in goal ? value <= goal.atMost : timesNode <= goal.timesNode;
}
