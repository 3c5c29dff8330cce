import { type ClassifierModel, getClassifierModels, getProviders } from "@tau/ai";
import type { ModelsJsonProvider } from "../models-schema.ts";

/** Returns the classifiers of one provider or of all. A base URL that the user set for a provider applies to them too. */
export function listClassifiers(
  file: (provider: string) => ModelsJsonProvider | undefined,
  provider?: string,
): ClassifierModel[] {
  // `typesafe` serves only classifiers, so it is not in the list of chat providers.
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
