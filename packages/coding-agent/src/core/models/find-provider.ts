import { currentProviderName } from "../auth/provider-names.ts";
import type { ModelRegistry } from "./model-registry.ts";

/** The provider that a user or an older file means, however it writes its letters. */
export function findProvider(name: string, registry: Pick<ModelRegistry, "getProviders">): string | undefined {
  const known = registry.getProviders();
  if (known.includes(name)) return name;
  const current = currentProviderName(name.toLowerCase());
  return known.find((provider) => provider.toLowerCase() === current);
}
