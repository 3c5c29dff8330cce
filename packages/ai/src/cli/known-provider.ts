import { AiError } from "../ai-error.ts";
import { getProviders } from "../providers/providers.ts";

/** The provider itself, if it is one. */
export function knownProvider(provider: string): string {
  if (getProviders().includes(provider)) return provider;
  throw new AiError(`There is no provider ${provider}. List them with: tau-ai providers`, { code: "unknown-model" });
}
