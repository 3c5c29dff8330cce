import type { Model, ModelCost } from "../../contract/model.ts";
import { providerQuirks } from "../../providers/providers.ts";

/** The differences of a server from Anthropic's own Messages API. */
export interface AnthropicMessagesCompat {
  supportsEagerToolInputStreaming?: boolean;
  supportsLongCacheRetention?: boolean;
  sendSessionAffinityHeaders?: boolean;
  sessionAffinityFormat?: "openrouter";
  supportsCacheControlOnTools?: boolean;
  supportsTemperature?: boolean;
  /** The model uses `adaptive` thinking with an effort and no token budget. */
  forceAdaptiveThinking?: boolean;
  /** Thinking without a signature may be sent back as thinking instead of as text. */
  allowEmptySignature?: boolean;
  supportsStrictTools?: boolean;
  /** A system message without text may change the effort, and thinking under a changed conversation may be dropped. */
  supportsMidConvoEffort?: boolean;
  supportsMidConvoSystemMessages?: boolean;
  /** A system message in the conversation may define tools. */
  supportsMidConvoToolChanges?: boolean;
  /** Models that answer if this one declines, in this order. The API refuses the list for models without fallbacks. */
  allowedFallbackModels?: AnthropicAllowedFallbackModel[];
}

export interface AnthropicAllowedFallbackModel {
  provider: string;
  model: string;
  /** The rates of its answers. */
  cost: ModelCost;
}

export function resolveCompat(model: Model): AnthropicMessagesCompat {
  return {
    ...providerQuirks(model.provider, "anthropic-messages"),
    ...(model.compat as AnthropicMessagesCompat | undefined),
  };
}
