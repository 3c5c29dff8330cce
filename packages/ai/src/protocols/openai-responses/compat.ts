import type { Model } from "../../contract/model.ts";
import type { SessionAffinityFormat } from "../session-affinity.ts";

/** Where a server differs from OpenAI's own Responses API. */
export interface OpenAIResponsesCompat {
  supportsDeveloperRole?: boolean;
  sessionAffinityFormat?: SessionAffinityFormat;
  supportsLongCacheRetention?: boolean;
  supportsStrictMode?: boolean;
  supportsExplicitPromptCacheMode?: boolean;
  supportsMaxOutputTokens?: boolean;
  supportsReasoningEffort?: boolean;
}

export function resolveCompat(model: Model): OpenAIResponsesCompat {
  return { ...(model.compat as OpenAIResponsesCompat | undefined) };
}
