import type { ModelRegistry } from "./model-registry.ts";

/** What providers were called in sessions and files of earlier times. */
const EARLIER_NAMES: Readonly<Record<string, string>> = { "azure-openai-responses": "azure" };

/** The provider that a user or an older file means, however it writes its letters. */
export function findProvider(name: string, registry: Pick<ModelRegistry, "getProviders">): string | undefined {
  const known = registry.getProviders();
  if (known.includes(name)) return name;
  const lower = name.toLowerCase();
  const current = Object.hasOwn(EARLIER_NAMES, lower) ? EARLIER_NAMES[lower] : lower;
  return known.find((provider) => provider.toLowerCase() === current);
}
