import type { Model, ModelCost } from "../../contract/model.ts";
import { providerQuirks } from "../../providers/providers.ts";

/** Where a server differs from Anthropic's own Messages API. */
export interface AnthropicMessagesCompat {
  supportsEagerToolInputStreaming?: boolean;
  supportsLongCacheRetention?: boolean;
  sendSessionAffinityHeaders?: boolean;
  sessionAffinityFormat?: "openrouter";
  supportsCacheControlOnTools?: boolean;
  supportsTemperature?: boolean;
  /** The model takes `adaptive` thinking with an effort, and no token budget. */
  forceAdaptiveThinking?: boolean;
  /** Thinking without a signature may go back as it is, instead of as text. */
  allowEmptySignature?: boolean;
  supportsStrictTools?: boolean;
  /** A message of the system that has no text may change the effort, and thinking under a changed conversation may be dropped. */
  supportsMidConvoEffort?: boolean;
  supportsMidConvoSystemMessages?: boolean;
  /** A system message in the conversation may define tools. */
  supportsMidConvoToolChanges?: boolean;
  /** Who answers where the model declines, in this order. The API refuses the list for models that may have none. */
  allowedFallbackModels?: AnthropicAllowedFallbackModel[];
}

export interface AnthropicAllowedFallbackModel {
  provider: string;
  model: string;
  /** What its answers are billed at. */
  cost: ModelCost;
}

export function resolveCompat(model: Model): AnthropicMessagesCompat {
  return {
    ...providerQuirks(model.provider, "anthropic-messages"),
    ...(model.compat as AnthropicMessagesCompat | undefined),
  };
}
