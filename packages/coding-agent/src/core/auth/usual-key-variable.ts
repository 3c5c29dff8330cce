import { keyVariables } from "@tau/ai";

/** Returns the variable that users of a provider usually set: the API key rather than a token. */
export function usualKeyVariable(provider: string): string | undefined {
  const names = keyVariables(provider);
  return names.find((name) => name.endsWith("_API_KEY")) ?? names[0];
}
