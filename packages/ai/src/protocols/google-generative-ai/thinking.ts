import type { Model, ThinkingLevel } from "../../contract/model.ts";
import { thinkingBudget } from "../../models/thinking-budgets.ts";
import { clampThinkingLevel, vendorThinkingLevel } from "../../models/thinking-levels.ts";

const NAMES_LEVELS = /gemini-(?:[3-9]|\d\d)/;

export interface GoogleThinking {
  enabled: boolean;
  budgetTokens?: number;
  level?: string;
}

/**
 * Returns whether the model has named levels, as newer models do; older ones take a token count. The catalogue maps levels only for the
 * former; models outside it are recognised by their name.
 */
export function usesThinkingLevels({ id, thinkingLevelMap }: Model): boolean {
  return NAMES_LEVELS.test(id) || Object.values(thinkingLevelMap ?? {}).some((word) => typeof word === "string");
}

export function thinkingFor(
  model: Model,
  level: ThinkingLevel | undefined,
  maxTokens: number,
  budgets?: Partial<Record<ThinkingLevel, number>>,
): GoogleThinking {
  const enabled = level !== undefined;
  if (usesThinkingLevels(model)) {
    const word = vendorThinkingLevel(model, level);
    if (!enabled && !word) return { enabled, budgetTokens: 0 };
    return { enabled, ...(word && { level: word.toUpperCase() }) };
  }
  const clamped = level ? clampThinkingLevel(model, level) : "off";
  return { enabled, budgetTokens: clamped === "off" ? 0 : thinkingBudget(clamped, maxTokens, budgets) };
}

export function thinkingConfig(model: Model, thinking: GoogleThinking | undefined): object | undefined {
  if (!model.reasoning || !thinking) return undefined;
  // Without a budget or level the model decides for itself and thinks.
  if (!thinking.enabled && thinking.level === undefined && thinking.budgetTokens === undefined)
    thinking = thinkingFor(model, undefined, model.maxTokens);
  return {
    includeThoughts: thinking.enabled,
    ...(thinking.level !== undefined && { thinkingLevel: thinking.level }),
    ...(thinking.budgetTokens !== undefined && { thinkingBudget: thinking.budgetTokens }),
  };
}
