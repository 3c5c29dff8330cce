import { AiError } from "../ai-error.ts";
import { getProviders } from "../providers/providers.ts";

/** Returns the provider if it is known; throws otherwise. */
export function knownProvider(provider: string): string {
  if (getProviders().includes(provider)) return provider;
  throw new AiError(`There is no provider ${provider}. List them with: tau-ai providers`, { code: "unknown-model" });
}
