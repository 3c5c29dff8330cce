import type { Model } from "../../contract/model.ts";
import { thinkingBudget } from "../../models/thinking-budgets.ts";
import { clampThinkingLevel } from "../../models/thinking-levels.ts";
import { isClaude } from "./messages.ts";
import type { BedrockOptions } from "./request.ts";

/** Claude is the only family here whose thinking can be steered; newer ones take an effort, older ones a budget. */
export function thinkingFields(model: Model, options: BedrockOptions): Record<string, unknown> | undefined {
  if (!options.reasoning || !model.reasoning || !isClaude(model)) return undefined;
  const level = clampThinkingLevel(model, options.reasoning);
  if (level === "off") return undefined;
  const display = options.thinkingDisplay ?? "summarized";
  if (thinksAdaptively(model)) {
    const effort = model.thinkingLevelMap?.[level] ?? (level === "minimal" ? "low" : level);
    return { thinking: { type: "adaptive", display }, output_config: { effort } };
  }
  const maxTokens = options.maxTokens ?? model.maxTokens;
  const budget = thinkingBudget(level, maxTokens, options.thinkingBudgets);
  // Refused where it leaves no room for an answer.
  if (budget >= maxTokens) return undefined;
  return {
    thinking: { type: "enabled", budget_tokens: budget, display },
    ...(options.interleavedThinking !== false && { anthropic_beta: ["interleaved-thinking-2025-05-14"] }),
  };
}

/** The catalogue names levels above `high` only for models with an effort. */
export function thinksAdaptively({ thinkingLevelMap: map }: Model): boolean {
  return Boolean(map?.xhigh || map?.max);
}
