import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { AuthStorage } from "../../../src/core/auth/index.ts";
import { builtInCatalogue, findInitialModel, ModelRegistry, modelName } from "../../../src/core/models/index.ts";
import { SettingsStore } from "../../../src/core/settings/index.ts";

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
    const settings = SettingsStore.inMemory();
    const { model } = await findInitialModel({ registry, settings, env: {}, probe: async () => [], demo: true });
    return model && modelName(model);
  };
  expect(await begin("openai", "anthropic")).toMatch(/^anthropic\/claude-sonnet-[\d-]+$/);
  expect(await begin("openai")).toMatch(/^openai\/gpt-[\d.]+/);
  expect(await begin()).toMatch(/^demo\//);
});

test("beginning with one provider loads no other's models", async () => {
  const source = (path: string) => JSON.stringify(new URL(`../../../src/core/${path}`, import.meta.url).href);
  // What is loaded stays loaded for the whole process, so this looks in one of its own.
  const program = `
    import { getModels } from "@tau/ai";
    import { AuthStorage } from ${source("auth/index.ts")};
    import { builtInCatalogue, findInitialModel, ModelRegistry } from ${source("models/index.ts")};
    import { SettingsStore } from ${source("settings/index.ts")};
    const environment = (provider) => (provider === "anthropic" ? { name: "KEY", value: "k" } : undefined);
    const registry = new ModelRegistry({ auth: AuthStorage.inMemory({}, { environment }), catalogue: builtInCatalogue, modelsPath: null });
    await findInitialModel({ registry, settings: SettingsStore.inMemory(), env: {}, probe: async () => [], demo: true });
    const loaded = registry.getProviders().filter((provider) => getModels(provider).length > 0);
    // The synchronous getters load the rest.
    registry.getAll();
    const all = registry.getProviders().filter((provider) => getModels(provider).length > 0);
    console.log(\`\${loaded.sort().join()} \${all.length > 30}\`);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--conditions=@tau/source",
    "--input-type=module",
    "-e",
    program,
  ]);
  expect(stdout.trim()).toBe("anthropic true");
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

test("providers have the names their users know", () => {
  const registry = registryWithKeyFor();
  expect(["openai", "google", "zai-coding-cn", "mine"].map((id) => registry.getProviderDisplayName(id))).toEqual([
    "OpenAI",
    "Google Gemini",
    "Z.ai (China)",
    "mine",
  ]);
});
