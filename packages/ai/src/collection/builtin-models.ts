import type { CreateModelsOptions, ModelProvider, MutableModels } from "./types.ts";

const parts = () => import("./catalogue-provider.ts");

/** Creates a collection of the catalogue's providers, or of the given ones. Loads only their models. */
export async function builtinModels(
  options?: CreateModelsOptions,
  providerIds?: readonly string[],
): Promise<MutableModels> {
  return (await parts()).collection(options, providerIds);
}

export async function builtinProvider(id: string): Promise<ModelProvider> {
  return (await parts()).load(id);
}
