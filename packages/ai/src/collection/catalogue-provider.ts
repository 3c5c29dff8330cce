import { keyVariables } from "../auth/env-keys.ts";
import { getModels, loadProvider } from "../catalogue/catalogue.ts";
import { CLASSIFIER_PROVIDERS, getClassifierModels } from "../catalogue/classifier-models.ts";
import { builtInClassifiers } from "../classifiers/index.ts";
import type { ProviderImages } from "../contract/images.ts";
import type { Model } from "../contract/model.ts";
import { ownValue } from "../own-value.ts";
import { getProviderInfo, getProviders } from "../providers/providers.ts";
import { builtInApiProviders } from "../registry/built-in-apis.ts";
import { envApiKeyAuth } from "./api-key-auth.ts";
import { builtinAuth } from "./builtin-auth.ts";
import { createModels } from "./create-models.ts";
import { createProvider } from "./create-provider.ts";
import type { CreateModelsOptions, ModelProvider, MutableModels } from "./types.ts";

export async function collection(
  options: CreateModelsOptions = {},
  providerIds: readonly string[] = [...getProviders(), ...Object.keys(CLASSIFIER_PROVIDERS)],
): Promise<MutableModels> {
  const models = createModels(options);
  for (const provider of await Promise.all(providerIds.map(load))) models.setProvider(provider);
  return models;
}

export async function load(id: string): Promise<ModelProvider> {
  if (Object.hasOwn(CLASSIFIER_PROVIDERS, id)) return classifierProvider(id);
  await loadProvider(id);
  return providerOfCatalogue(id, () => getModels(id));
}

/** Creates a provider of the catalogue; the caller supplies its models. */
export function providerOfCatalogue(id: string, models: () => readonly Model[]): ModelProvider {
  const name = getProviderInfo(id)?.name ?? id;
  const protocols = builtInApiProviders().map(({ api, ...streams }) => [api, streams] as const);
  const auth = builtinAuth(id, name);
  const others = getClassifierModels(id);
  const base = createProvider({
    id,
    name,
    auth,
    models: [],
    api: Object.fromEntries(protocols),
    images: { "openrouter-images": lazyImages },
    classifiers: builtInClassifiers(),
  });
  return { ...base, getModels: models, getAllModels: () => [...models(), ...others] };
}

const lazyImages: ProviderImages = {
  generateImages: async (model, context, options) => {
    const { generateImages } = await import("../images/images-registry.ts");
    return await generateImages(model, context, options);
  },
};

/** Creates a provider that has classifiers but no chat model. */
export function classifierProvider(id: string): ModelProvider {
  const name = ownValue(CLASSIFIER_PROVIDERS, id) ?? id;
  const auth = { apiKey: envApiKeyAuth(`${name} key`, keyVariables(id)) };
  return createProvider({ id, name, auth, models: getClassifierModels(id), classifiers: builtInClassifiers() });
}
