import { keyVariables } from "../auth/env-keys.ts";
import { getModels, loadProvider } from "../catalogue/catalogue.ts";
import { getProviderInfo, getProviders } from "../catalogue/provider-info.ts";
import type { Model } from "../contract/model.ts";
import { builtInApiProviders } from "../registry/built-in-apis.ts";
import { envApiKeyAuth } from "./api-key-auth.ts";
import { createModels } from "./create-models.ts";
import { createProvider } from "./create-provider.ts";
import type { CreateModelsOptions, ModelProvider, MutableModels } from "./types.ts";

/** The providers of the catalogue, or those named, as a collection. Only their models are read. */
export async function builtinModels(
  options: CreateModelsOptions = {},
  providerIds: readonly string[] = getProviders(),
): Promise<MutableModels> {
  const models = createModels(options);
  for (const provider of await Promise.all(providerIds.map(builtinProvider))) models.setProvider(provider);
  return models;
}

export async function builtinProvider(id: string): Promise<ModelProvider> {
  await loadProvider(id);
  return providerOfCatalogue(id, () => getModels(id));
}

/** A provider of the catalogue; how its models are read is up to the caller. */
export function providerOfCatalogue(id: string, models: () => readonly Model[]): ModelProvider {
  const name = getProviderInfo(id)?.name ?? id;
  const protocols = builtInApiProviders().map(({ api, ...streams }) => [api, streams] as const);
  const auth = { apiKey: envApiKeyAuth(`${name} key`, keyVariables(id)) };
  return { ...createProvider({ id, name, auth, models: [], api: Object.fromEntries(protocols) }), getModels: models };
}
