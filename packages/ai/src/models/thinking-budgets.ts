import type { Context } from "../contract/context.ts";
import type { Model, ThinkingLevel } from "../contract/model.ts";
import { answerRoom } from "./answer-room.ts";

const DEFAULT_BUDGETS: Record<ThinkingLevel, number> = {
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 32_768,
  max: 65_536,
};

const SMALLEST_ANSWER = 1_024;

/**
 * Returns the thinking tokens of a level, for vendors that take a number instead of a level. Leaves room for the answer below `ceiling`.
 */
export function thinkingBudget(
  level: ThinkingLevel,
  ceiling: number,
  custom: Partial<Record<ThinkingLevel, number>> = {},
): number {
  const wanted = custom[level] ?? DEFAULT_BUDGETS[level];
  return Math.max(SMALLEST_ANSWER, Math.min(wanted, ceiling - SMALLEST_ANSWER));
}

/**
 * Returns how many tokens thinking and answer may have together. A caller's `maxTokens` limits the answer: the budget of the level is
 * added, up to the limits of the model.
 */
export function roomWithThinking(
  model: Model,
  context: Context,
  level: ThinkingLevel,
  { maxTokens, thinkingBudgets }: { maxTokens?: number; thinkingBudgets?: Partial<Record<ThinkingLevel, number>> },
): number {
  if (maxTokens === undefined) return answerRoom(model, context);
  const budget = thinkingBudgets?.[level] ?? DEFAULT_BUDGETS[level];
  return answerRoom(model, context, Math.min(maxTokens + budget, Math.max(model.maxTokens, maxTokens)));
}
