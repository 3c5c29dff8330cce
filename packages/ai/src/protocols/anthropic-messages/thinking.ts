import type { Model } from "../../contract/model.ts";
import type { AnthropicMessagesCompat } from "./compat.ts";
import type { AnthropicOptions } from "./request.ts";

interface ThinkingFields {
  thinking?: {
    type: "adaptive" | "enabled" | "disabled";
    budget_tokens?: number;
    display?: string;
    block_binding?: typeof BINDING.block_binding;
  };
  output_config?: { effort: string };
}

const SMALLEST_BUDGET = 1_024;

/**
 * A signature of thinking is valid for the conversation before it. If that has changed (a pruned result, another system prompt), the API
 * should drop the thinking instead of refusing the request.
 */
const BINDING = { block_binding: { prefix_mismatch_behavior: "drop_block" } } as const;

/** Returns the thinking fields. `baseline` is the effort of the whole conversation, if changes of effort are marked at their position. */
export function thinkingFields(
  model: Model,
  options: AnthropicOptions,
  compat: AnthropicMessagesCompat,
  baseline: string | undefined,
): ThinkingFields {
  if (!model.reasoning) return {};
  const binding = compat.supportsMidConvoEffort ? BINDING : {};
  if (!options.thinkingEnabled) {
    const alwaysThinks = model.thinkingLevelMap?.off === null;
    if (alwaysThinks && compat.supportsMidConvoEffort) return { thinking: { type: "adaptive", ...binding } };
    return alwaysThinks || options.thinkingEnabled === undefined ? {} : { thinking: { type: "disabled" } };
  }
  const display = options.thinkingDisplay ?? "summarized";
  if (!compat.forceAdaptiveThinking) {
    return { thinking: { type: "enabled", budget_tokens: options.thinkingBudgetTokens ?? SMALLEST_BUDGET, display } };
  }
  const effort = baseline ?? options.effort;
  return { thinking: { type: "adaptive", display, ...binding }, ...(effort && { output_config: { effort } }) };
}
