import type { Model } from "../../contract/model.ts";
import { providerQuirks } from "../../providers/providers.ts";
import type { SessionAffinityFormat } from "../session-affinity.ts";

/** The differences of a server from OpenAI's own Responses API. */
export interface OpenAIResponsesCompat {
  supportsDeveloperRole?: boolean;
  sessionAffinityFormat?: SessionAffinityFormat;
  supportsLongCacheRetention?: boolean;
  supportsStrictMode?: boolean;
  supportsExplicitPromptCacheMode?: boolean;
  supportsMaxOutputTokens?: boolean;
  supportsReasoningEffort?: boolean;
  supportsMidConvoSystemMessages?: boolean;
  /** Tools may be declared in an item of the input. */
  supportsAdditionalTools?: boolean;
  supportsOpenAIGrammarTools?: boolean;
  /** The vendor continues an answer in the background after the client disconnects. */
  supportsBackground?: boolean;
  /** An item of the input may change the effort. */
  supportsMidConvoEffort?: boolean;
}

/** Returns the role for instructions. */
export function instructionRole(model: Model): "developer" | "system" {
  return model.reasoning && resolveCompat(model).supportsDeveloperRole !== false ? "developer" : "system";
}

export function resolveCompat(model: Model): OpenAIResponsesCompat {
  return {
    ...providerQuirks(model.provider, "openai-responses"),
    ...(model.compat as OpenAIResponsesCompat | undefined),
  };
}

export function supportsBackground(model: Model): boolean {
  return resolveCompat(model).supportsBackground === true;
}

/** Returns whether effort changes can be marked in the input; other variants of the API have no item for it. */
export function tellsEffortInPlace(model: Model): boolean {
  const { supportsMidConvoEffort, supportsReasoningEffort } = resolveCompat(model);
  return model.api === "openai-responses" && supportsMidConvoEffort === true && supportsReasoningEffort !== false;
}

/** The effort that turns thinking off. */
export const NO_EFFORT = "none";
