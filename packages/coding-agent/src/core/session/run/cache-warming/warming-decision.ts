import type { Model, Usage } from "@tau/ai";

export interface WarmingDecision {
  /** The cost in dollars of reading the cached prompt again, which keeps it cached. */
  readonly warmCost: number;
  /** How much more the next request costs, in dollars, if the prompt is no longer cached. */
  readonly missCost: number;
  /** The probability of a request before the cache expires. */
  readonly continuationProbability: number;
  readonly action: "warm" | "stop";
}

export interface WarmingCircumstances {
  readonly isRunning: boolean;
  /** Refreshes since the last real request. */
  readonly refreshes: number;
}

/** The smallest expected saving, in dollars, that is worth a refresh. */
const LEAST_SAVING = 0.05;
const PROBABILITY_IN_RUN = 0.95;
const PROBABILITY_AFTER_RUN = 0.6;

/** Decides to warm if the expected saving is worth a refresh. In an idle session each refresh halves the probability for the next. */
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
