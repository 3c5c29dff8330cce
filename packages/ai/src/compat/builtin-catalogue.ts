import { getModel as findLoaded, getModels as listLoaded, loadProviderNow } from "../catalogue/catalogue.ts";
import { CLASSIFIER_PROVIDERS, getClassifierModels } from "../catalogue/classifier-models.ts";
import { getImageModels, IMAGE_PROVIDERS } from "../catalogue/image-models.ts";
import { classifierProvider, providerOfCatalogue } from "../collection/catalogue-provider.ts";
import { createModels } from "../collection/create-models.ts";
import type { CreateModelsOptions, ModelProvider, MutableModels } from "../collection/types.ts";
import type { AnyModel } from "../contract/any-model.ts";
import type { ClassifierModel } from "../contract/classifier.ts";
import type { ImageModel } from "../contract/images.ts";
import type { Model } from "../contract/model.ts";
import { getProviders } from "../providers/providers.ts";
import { radiusProvider } from "../providers/radius.ts";

/** Looks up models synchronously: a provider's models are loaded at the first call. */
export function getModel(provider: string, id: string): Model | undefined {
  loadProviderNow(provider);
  return findLoaded(provider, id);
}

export function getModels(provider: string): Model[] {
  loadProviderNow(provider);
  return listLoaded(provider);
}

/** Creates all of the catalogue's providers, new at each call. */
export function builtinProviders(): ModelProvider[] {
  const catalogued = getProviders().map((id) => providerOfCatalogue(id, () => getModels(id)));
  return [...catalogued, ...Object.keys(CLASSIFIER_PROVIDERS).map(classifierProvider), radiusProvider()];
}

export function builtinModels(options?: CreateModelsOptions): MutableModels {
  const models = createModels(options);
  for (const provider of builtinProviders()) models.setProvider(provider);
  return models;
}

export const getBuiltinModel = getModel;
export const getBuiltinModels = getModels;
export const getAllBuiltinModels = (provider: string): AnyModel[] => [
  ...getModels(provider),
  ...getClassifierModels(provider),
];
export const getBuiltinProviders = getProviders;

export const getBuiltinImageModels = getImageModels;
export const getBuiltinImageModel = (provider: string, id: string): ImageModel | undefined =>
  getImageModels(provider).find((model) => model.id === id);
export const getImageProviders = (): string[] => [...IMAGE_PROVIDERS];
export const getImageModel = getBuiltinImageModel;
export { getImageModels };

export const getBuiltinClassifierModels = getClassifierModels;
export const getBuiltinClassifierModel = (provider: string, id: string): ClassifierModel | undefined =>
  getClassifierModels(provider).find((model) => model.id === id);

/** The data has no date. */
export const getBuiltinModelDataGeneratedAt = (): number | undefined => undefined;
