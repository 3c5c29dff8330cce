import type { ProviderConfig } from "../../core/models/index.ts";

/** Throws what pi throws for a registration that lacks something: a provider of its own must say how its models are reached. */
export function requireCompleteProvider(name: string, config: ProviderConfig, isBuiltIn: boolean): void {
  const { api, baseUrl, models = [], streamSimple } = config;
  if (streamSimple && !api) throw new Error(`Provider ${name}: "api" is required when registering streamSimple.`);
  if (isBuiltIn) return;
  for (const model of models) {
    if (!baseUrl && !model.baseUrl)
      throw new Error(`Provider ${name}: "baseUrl" is required when defining custom models (model ${model.id}).`);
    if (!api && !model.api)
      throw new Error(`Provider ${name}, model ${model.id}: no "api" specified. Set it for the provider or the model.`);
  }
}
