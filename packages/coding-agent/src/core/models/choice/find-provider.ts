import { currentProviderName } from "../../auth/provider-names.ts";
import type { ModelRegistry } from "../model-registry.ts";

/** Finds the provider that a user or an older file names, ignoring case. */
export function findProvider(name: string, registry: Pick<ModelRegistry, "getProviders">): string | undefined {
  const known = registry.getProviders();
  if (known.includes(name)) return name;
  const current = currentProviderName(name.toLowerCase());
  return known.find((provider) => provider.toLowerCase() === current);
}
