import type { Model } from "@tau/ai";
import type { ExtensionContext } from "@tau/coding-agent";
import type { Ask } from "./ask-model.ts";

type Registry = ExtensionContext["modelRegistry"];

/** Returns a function that asks a model for text. Errors carry the provider's message. */
export function askOf(model: Model, registry: Registry, signal?: AbortSignal): Ask {
  return async (context) => {
    const answer = await registry.complete(model, context, signal ? { signal } : {});
    if (answer.stopReason === "error" || answer.stopReason === "aborted")
      throw new Error(answer.errorMessage ?? `${model.provider} did not answer.`);
    return answer.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
  };
}
