import { type ClassifierModel, getClassifierModels, getProviders } from "@tau/ai";
import type { ModelsJsonProvider } from "./models-schema.ts";

/** Classifiers of one provider, or of all; where the user moved a provider, they move with it. */
export function listClassifiers(
  file: (provider: string) => ModelsJsonProvider | undefined,
  provider?: string,
): ClassifierModel[] {
  // One that serves classifiers alone is not among those one talks to.
  const providers = provider === undefined ? [...new Set([...getProviders(), "typesafe"])] : [provider];
  return providers.flatMap((id) => {
    const { baseUrl, compat } = file(id) ?? {};
    const moved = { ...(baseUrl ? { baseUrl } : {}), ...(compat ? { compat } : {}) } as Partial<ClassifierModel>;
    return getClassifierModels(id).map((model) => ({
      ...model,
      ...moved,
      ...(compat ? { compat: { ...model.compat, ...moved.compat } } : {}),
    }));
  });
}
