import type { Model } from "../../contract/model.ts";
import { thinkingBudget } from "../../models/thinking-budgets.ts";
import { clampThinkingLevel } from "../../models/thinking-levels.ts";
import { isClaude } from "./messages.ts";
import type { BedrockOptions } from "./request.ts";

/** Returns the thinking fields. Only Claude's thinking can be controlled here; newer models take an effort, older ones a budget. */
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
  // The API refuses a budget that leaves no room for an answer.
  if (budget >= maxTokens) return undefined;
  return {
    thinking: { type: "enabled", budget_tokens: budget, display },
    ...(options.interleavedThinking !== false && { anthropic_beta: ["interleaved-thinking-2025-05-14"] }),
  };
}

/** Returns whether the model takes an effort: only for those the catalogue has levels above `high`. */
export function thinksAdaptively({ thinkingLevelMap: map }: Model): boolean {
  return Boolean(map?.xhigh || map?.max);
}
