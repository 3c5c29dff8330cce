import type { Model, ThinkingLevel } from "../../contract/model.ts";
import { thinkingBudget } from "../../models/thinking-budgets.ts";
import { clampThinkingLevel, vendorThinkingLevel } from "../../models/thinking-levels.ts";

export interface GoogleThinking {
  enabled: boolean;
  budgetTokens?: number;
  level?: string;
}

/** Newer models name their levels; older ones count tokens. The catalogue maps levels only for the former. */
export function usesThinkingLevels(model: Model): boolean {
  return Object.values(model.thinkingLevelMap ?? {}).some((word) => typeof word === "string");
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
    return { enabled, ...(word && { level: word.toUpperCase() }) };
  }
  const clamped = level ? clampThinkingLevel(model, level) : "off";
  return { enabled, budgetTokens: clamped === "off" ? 0 : thinkingBudget(clamped, maxTokens, budgets) };
}

export function thinkingConfig(model: Model, thinking: GoogleThinking | undefined): object | undefined {
  if (!model.reasoning || !thinking) return undefined;
  return {
    includeThoughts: thinking.enabled,
    ...(thinking.level !== undefined && { thinkingLevel: thinking.level }),
    ...(thinking.budgetTokens !== undefined && { thinkingBudget: thinking.budgetTokens }),
  };
}
