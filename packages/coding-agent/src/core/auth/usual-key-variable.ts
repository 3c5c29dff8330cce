import { keyVariables } from "@tau/ai";

/** The variable that users of a provider know: the one of a key, rather than that of a token. */
export function usualKeyVariable(provider: string): string | undefined {
  const names = keyVariables(provider);
  return names.find((name) => name.endsWith("_API_KEY")) ?? names[0];
}
