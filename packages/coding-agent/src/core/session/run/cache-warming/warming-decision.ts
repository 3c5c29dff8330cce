import type { Model, Usage } from "@tau/ai";

export interface WarmingDecision {
  /** Dollars for reading the cached prompt once more, which keeps it. */
  readonly warmCost: number;
  /** What the next request costs more if the prompt is no longer cached. */
  readonly missCost: number;
  /** How likely a request comes while the cache is kept. */
  readonly continuationProbability: number;
  readonly action: "warm" | "stop";
}

export interface WarmingCircumstances {
  readonly isRunning: boolean;
  /** Refreshes since the last real request. */
  readonly refreshes: number;
}

/** Below this the trouble is not worth it. */
const LEAST_SAVING = 0.05;
const PROBABILITY_IN_RUN = 0.95;
const PROBABILITY_AFTER_RUN = 0.6;

/** Warms where the saving that can be expected is worth a refresh. Each refresh of an idle session makes the next less likely. */
export function decideWarming(
  model: Model,
  usage: Usage,
  { isRunning, refreshes }: WarmingCircumstances,
): WarmingDecision {
  const tokens = usage.input + usage.cacheRead + usage.cacheWrite;
  const { input, cacheRead, cacheWrite } = model.cost;
  const warmCost = (tokens * cacheRead) / 1_000_000;
  const missCost = Math.max(0, (tokens * ((cacheWrite || input) - cacheRead)) / 1_000_000);
  const continuationProbability = isRunning ? PROBABILITY_IN_RUN : PROBABILITY_AFTER_RUN * 0.5 ** refreshes;
  const saving = missCost * continuationProbability;
  const action = saving >= LEAST_SAVING && saving > warmCost ? "warm" : "stop";
  return { warmCost, missCost, continuationProbability, action };
}
