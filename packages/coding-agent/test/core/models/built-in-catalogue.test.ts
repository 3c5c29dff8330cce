import { expect, test } from "vitest";
import { AuthStorage } from "../../../src/core/auth/index.ts";
import { builtInCatalogue, findInitialModel, ModelRegistry, modelName } from "../../../src/core/models/index.ts";
import { SettingsManager } from "../../../src/core/settings/index.ts";

function registryWithKeyFor(...providers: string[]) {
  const auth = AuthStorage.inMemory(
    {},
    {
      environment: (provider) => (providers.includes(provider) ? { name: "KEY", value: "k" } : undefined),
    },
  );
  return new ModelRegistry({ auth, catalogue: builtInCatalogue, modelsPath: null });
}

test("a key in the environment is enough to begin with that provider's newest everyday model", async () => {
  const begin = async (...providers: string[]) => {
    const registry = registryWithKeyFor(...providers);
    const settings = SettingsManager.inMemory();
    const { model } = await findInitialModel({ registry, settings, env: {}, probe: async () => [] });
    return { model: model && modelName(model), loaded: registry.getAll().map(({ provider }) => provider) };
  };
  const { model, loaded } = await begin("openai", "anthropic");
  expect(model).toMatch(/^anthropic\/claude-sonnet-[\d-]+$/);
  expect(new Set(loaded)).toEqual(new Set(["anthropic", "demo"]));
  expect((await begin("openai")).model).toMatch(/^openai\/gpt-[\d.]+/);
  expect((await begin()).model).toMatch(/^demo\//);
});

test("every provider's default is one of its models", async () => {
  const registry = registryWithKeyFor();
  await registry.load();
  const without = registry.getProviders().filter((provider) => {
    const id = builtInCatalogue.defaultModel(provider);
    return id === undefined || !registry.find(provider, id);
  });
  expect(without).toEqual([]);
});
