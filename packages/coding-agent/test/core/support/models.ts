import type { Model } from "@tau/ai";
import { AuthStorage } from "../../../src/core/auth/index.ts";
import { type Catalogue, ModelRegistry } from "../../../src/core/models/index.ts";

export function model(provider: string, id: string, fields: Partial<Model> = {}): Model {
  return {
    id,
    name: id,
    api: "openai-completions",
    provider,
    baseUrl: `https://${provider}.test/v1`,
    reasoning: true,
    input: ["text"],
    cost: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 1000,
    maxTokens: 100,
    ...fields,
  };
}

export function catalogueOf(models: readonly Model[], defaults: Record<string, string> = {}): Catalogue {
  return {
    providers: () => [...new Set(models.map(({ provider }) => provider))],
    load: async () => undefined,
    models: (provider) => models.filter((each) => each.provider === provider),
    defaultModel: (provider) => defaults[provider],
    displayName: (provider) => (provider === "alpha" ? "Alpha" : undefined),
    isFree: (provider) => provider === "demo",
  };
}

export const sampleModels: readonly Model[] = [
  model("alpha", "large-4.5-20250929", { name: "Large 4.5" }),
  model("alpha", "large-4.5", { name: "Large 4.5 (latest)" }),
  model("alpha", "small-2", { name: "Small" }),
  model("beta", "coder:exacto"),
  model("beta", "vendor/shared"),
  model("gamma", "vendor/shared"),
  model("demo", "tour"),
];

/** A registry over the sample models, with keys for the providers named. */
export function sampleRegistry(keys: readonly string[], options: { modelsPath?: string; auth?: AuthStorage } = {}) {
  const stored = keys.map((provider) => [provider, { type: "api_key", key: `key of ${provider}` }] as const);
  const auth = options.auth ?? AuthStorage.inMemory(Object.fromEntries(stored));
  const catalogue = catalogueOf(sampleModels, { alpha: "large-4.5" });
  return new ModelRegistry({ auth, catalogue, modelsPath: options.modelsPath ?? null });
}
