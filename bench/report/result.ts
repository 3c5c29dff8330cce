import type { Goal } from "../scenarios/scenario.ts";
import { median, medianInterval } from "./median.ts";
import { hasInterval, type Metric, metricNames, ratioBase, type Sample } from "./metric.ts";

/** All runs of one subject in one scenario. */
export interface Result {
  readonly scenario: string;
  readonly group: string;
  readonly subject: string;
  readonly samples: readonly Sample[];
  /** The bare runtime, measured in the same rounds, so that a busy machine slows both. */
  readonly bare?: readonly Sample[];
  readonly goals?: Partial<Record<Metric, Goal>>;
  /** Why there are fewer samples than asked for. */
  readonly failure?: string;
}

export interface Figure {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** The 95 % confidence interval of the median. */
  readonly interval?: readonly [number, number];
  /** The ratio to the bare runtime, if it has a comparable figure. */
  readonly timesNode?: number;
  readonly goal?: Goal;
  readonly meetsGoal?: boolean;
}

export type Figures = Partial<Record<Metric, Figure>>;

/** Returns the medians of a result, each also as a multiple of the bare runtime's. */
export function figuresOf(result: Result): Figures {
  const entries = metricNames.flatMap((metric): [Metric, Figure][] => {
    const values = valuesOf(result.samples, metric);
    return values.length === 0 ? [] : [[metric, figure(values, metric, result)]];
  });
  return Object.fromEntries(entries);
}

function figure(values: readonly number[], metric: Metric, { bare = [], goals }: Result): Figure {
  const middle = median(values);
  const base = ratioBase(metric);
  const bareValues = base === undefined ? [] : valuesOf(bare, base);
  const timesNode = bareValues.length === 0 ? undefined : middle / median(bareValues);
  const goal = goals?.[metric];
  return {
    median: middle,
    min: Math.min(...values),
    max: Math.max(...values),
    ...(hasInterval(metric) && { interval: medianInterval(values) }),
    ...(timesNode === undefined ? {} : { timesNode }),
    ...(goal === undefined ? {} : { goal, meetsGoal: meets(goal, middle, timesNode) }),
  };
}

function meets(goal: Goal, value: number, timesNode = Number.NaN): boolean {
  return "atMost" in goal ? value <= goal.atMost : timesNode <= goal.timesNode;
}

function valuesOf(samples: readonly Sample[], metric: Metric): number[] {
  return samples.map((sample) => sample[metric]).filter((value) => value !== undefined);
}
