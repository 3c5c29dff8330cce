import type { Model } from "../../contract/model.ts";

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
  supportsMidConvoSystemMessages?: boolean;
  /** A system message in the conversation may define tools. */
  supportsMidConvoToolChanges?: boolean;
}

export function resolveCompat(model: Model): AnthropicMessagesCompat {
  return {
    ...(model.provider === "openrouter" && { sendSessionAffinityHeaders: true, sessionAffinityFormat: "openrouter" }),
    ...(model.compat as AnthropicMessagesCompat | undefined),
  };
}
