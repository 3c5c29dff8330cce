import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AuthStorage } from "../../../src/core/auth/index.ts";
import { formatDiagnostic } from "../../../src/core/json-file/index.ts";
import { ModelRegistry, modelName } from "../../../src/core/models/index.ts";
import { catalogueOf, model, sampleModels, sampleRegistry } from "../support/models.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

function registryWith(file: string | object, keys: readonly string[] = []) {
  const modelsPath = join(temporaryDirectory(), "models.json");
  writeFileSync(modelsPath, typeof file === "string" ? file : JSON.stringify(file));
  return { modelsPath, registry: sampleRegistry(keys, { modelsPath }) };
}

test("P-APP-54: only models whose provider has credentials are available, and the demonstration where it is asked for", () => {
  const registry = sampleRegistry(["beta"]);
  const available = ["beta/coder:exacto", "beta/vendor/shared"];
  expect(registry.getAvailable().map(modelName)).toEqual(available);
  expect(registry.getAvailable({ withDemo: true }).map(modelName)).toEqual([...available, "demo/tour"]);
  expect(registry.getAll()).toEqual(sampleModels);
  expect(registry.find("alpha", "small-2")).toEqual(sampleModels[2]);
  expect(registry.find("alpha", "nothing")).toBeUndefined();
});

test("models.json may speak of a provider by the name it had before, unless it has it by that of today, too", () => {
  const modelsOf = (names: readonly string[]) => {
    const modelsPath = join(temporaryDirectory(), "models.json");
    const given = names.map((name) => [
      name,
      { baseUrl: "http://x", api: "openai-completions", models: [{ id: name }] },
    ]);
    writeFileSync(modelsPath, JSON.stringify({ providers: Object.fromEntries(given) }));
    const catalogue = catalogueOf([model("azure", "m")]);
    const registry = new ModelRegistry({ auth: AuthStorage.inMemory(), catalogue, modelsPath });
    expect(registry.diagnostics()).toEqual([]);
    return [registry.getProviders(), registry.getModels("azure").map(({ id }) => id)];
  };
  expect(modelsOf(["azure-openai-responses"])).toEqual([["azure"], ["m", "azure-openai-responses"]]);
  expect(modelsOf(["azure", "azure-openai-responses"])).toEqual([["azure"], ["m", "azure"]]);
});

test("P-APP-52: models.json adds providers, with defaults for what it does not say", () => {
  const { registry } = registryWith({
    providers: {
      own: {
        baseUrl: "http://localhost:1/v1",
        api: "openai-completions",
        apiKey: "any",
        compat: { supportsStore: false, a: 1 },
        models: [
          { id: "m" },
          { id: "n", api: "anthropic-messages", baseUrl: "http://n", contextWindow: 9, compat: { a: 2 } },
        ],
      },
    },
  });
  const common = {
    provider: "own",
    reasoning: false,
    input: ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 128_000,
    maxTokens: 16_384,
  };
  expect(registry.getModels("own")).toEqual([
    {
      ...common,
      id: "m",
      name: "m",
      api: "openai-completions",
      baseUrl: "http://localhost:1/v1",
      compat: { supportsStore: false, a: 1 },
    },
    {
      ...common,
      id: "n",
      name: "n",
      api: "anthropic-messages",
      baseUrl: "http://n",
      contextWindow: 9,
      compat: { supportsStore: false, a: 2 },
    },
  ]);
  expect(registry.getAvailable().map(modelName)).toContain("own/m");
  expect(registry.getProviderAuthStatus("own")).toEqual({ configured: true, source: "models_json_key" });
});

test("P-APP-52: models.json moves a provider we know, changes and replaces its models", () => {
  const { registry } = registryWith({
    providers: {
      alpha: {
        baseUrl: "https://proxy.test",
        models: [{ id: "small-2", contextWindow: 5 }],
        modelOverrides: { "large-4.5": { name: "Mine", cost: { input: 9 }, reasoning: false }, unknown: { name: "x" } },
      },
    },
  });
  const [dated, large, small, ...others] = registry.getModels("alpha");
  expect(dated).toEqual({ ...sampleModels[0], baseUrl: "https://proxy.test" });
  expect(large).toEqual({
    ...sampleModels[1],
    baseUrl: "https://proxy.test",
    name: "Mine",
    reasoning: false,
    cost: { input: 9, output: 2, cacheRead: 0, cacheWrite: 0 },
  });
  expect(small).toMatchObject({
    id: "small-2",
    contextWindow: 5,
    baseUrl: "https://proxy.test",
    api: "openai-completions",
  });
  expect(others).toEqual([]);
});

test("an override changes single values of nested fields, and leaves the rest of them", () => {
  const samplingParamsByThinkingLevel = { high: { top_k: 20 } };
  const inputLimits = { images: { resize: { maxHeight: 20 } } };
  const modelOverrides = { m: { samplingParamsByThinkingLevel, inputLimits } };
  const { registry } = registryWith({ providers: { own: { modelOverrides } } });
  const model = {
    id: "m",
    name: "M",
    reasoning: true,
    input: ["text" as const],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 9,
    maxTokens: 9,
    samplingParamsByThinkingLevel: { off: { temperature: 1 }, high: { top_p: 0.8, top_k: 5 } },
    inputLimits: { images: { maxPerMessage: 2, resize: { maxWidth: 10 } } },
  };
  registry.registerProvider("own", { baseUrl: "http://x", api: "openai-completions", apiKey: "k", models: [model] });
  expect(registry.find("own", "m")).toMatchObject({
    samplingParamsByThinkingLevel: { off: { temperature: 1 }, high: { top_p: 0.8, top_k: 20 } },
    inputLimits: { images: { maxPerMessage: 2, resize: { maxWidth: 10, maxHeight: 20 } } },
  });
});

test("P-APP-53 R16: a broken file, provider or model is told by line, and the rest works", async () => {
  const text = `{
  "providers": {
    "half": { "apiKey": "x", "models": [{ "id": "m" }] },
    "own": {
      "baseUrl": "http://x", "api": "a", "apiKey": "k",
      "models": [{ "name": "no id" },
        { "id": "good", "contextWindow": "big" }]
    }
  }
}`;
  const { registry, modelsPath } = registryWith(text);
  expect(registry.diagnostics().map(formatDiagnostic)).toEqual([
    `${modelsPath}:6: "providers.own.models.0" lacks "id"; ignored`,
    `${modelsPath}:7: "providers.own.models.1.contextWindow" must be a number; ignored`,
    `${modelsPath}:3: provider "half" needs baseUrl and api; ignored`,
  ]);
  expect(registry.getModels("own").map(({ id, contextWindow }) => ({ id, contextWindow }))).toEqual([
    { id: "good", contextWindow: 128_000 },
  ]);
  writeFileSync(modelsPath, "{ nonsense");
  await registry.refresh();
  expect(registry.getError()).toContain(`${modelsPath}:1: is not JSON`);
  expect(registry.getAll()).toEqual(sampleModels);
});

test("a quirk or a limit of the wrong kind is told by line and left out; one we do not know is kept", () => {
  const text = `{ "providers": { "own": { "baseUrl": "http://x", "api": "openai-completions", "apiKey": "k",
  "compat": { "supportsStore": "yes", "brand-new": 1 },
  "models": [{ "id": "m", "compat": { "supportsStore": false,
    "thinkingFormat": "quen" },
    "inputLimits": { "images": { "resize": { "maxWidth": 0, "maxHeight": 9 } } } }] } } }`;
  const { registry, modelsPath } = registryWith(text);
  expect(registry.diagnostics().map(formatDiagnostic)).toEqual([
    `${modelsPath}:2: "providers.own.compat.supportsStore" must be a boolean; ignored`,
    expect.stringMatching(
      /:4: "providers.own.models.0.compat.thinkingFormat" must be "openai", .* "ant-ling"; ignored$/,
    ),
    `${modelsPath}:5: "providers.own.models.0.inputLimits.images.resize.maxWidth" must be at least 1; ignored`,
  ]);
  expect(registry.find("own", "m")).toMatchObject({
    compat: { supportsStore: false, "brand-new": 1 },
    inputLimits: { images: { resize: { maxHeight: 9 } } },
  });
});

test("a request carries the key and the headers of provider, model and override, resolved", async () => {
  const { registry } = registryWith(
    {
      providers: {
        alpha: {
          authHeader: true,
          headers: { "x-a": "!echo from-command", "x-b": "provider", "x-c": "$TAU_NOT_SET_HERE" },
          modelOverrides: { "small-2": { headers: { "x-b": "override" } } },
        },
      },
    },
    ["alpha"],
  );
  const small = registry.find("alpha", "small-2")!;
  expect(small.headers).toBeUndefined();
  expect(await registry.getApiKeyAndHeaders(small)).toEqual({
    ok: true,
    apiKey: "key of alpha",
    headers: { Authorization: "Bearer key of alpha", "x-a": "from-command", "x-b": "override" },
  });
});

test("a request carries the values that are stored beside a key, such as an account id", async () => {
  const { registry } = registryWith({ providers: {} }, []);
  registry.authStorage.set("alpha", { type: "api_key", key: "$ACCOUNT-key", env: { ACCOUNT: "mine" } });
  expect(await registry.getApiKeyAndHeaders({ provider: "alpha", id: "small-2" })).toEqual({
    ok: true,
    apiKey: "mine-key",
    env: { ACCOUNT: "mine" },
  });
});

test("a key that is a command runs for each request, and never for a list", async () => {
  const log = join(temporaryDirectory(), "log");
  const { registry } = registryWith({
    providers: {
      own: { baseUrl: "http://x", api: "a", apiKey: `!echo x >> '${log}'; wc -l < '${log}'`, models: [{ id: "m" }] },
    },
  });
  expect(registry.getAvailable().map(modelName)).toContain("own/m");
  expect(registry.getProviderAuthStatus("own")).toEqual({ configured: true, source: "models_json_command" });
  const own = registry.find("own", "m")!;
  expect([await registry.getApiKey(own), await registry.getApiKey(own)]).toEqual(["1", "2"]);
});

test("a command that gives no key is named by the file it stands in", async () => {
  const { registry } = registryWith({
    providers: { own: { baseUrl: "http://x", api: "a", apiKey: "!false", models: [{ id: "m" }] } },
  });
  expect(await registry.getApiKeyAndHeaders({ provider: "own", id: "m" })).toEqual({
    ok: false,
    error: "The command for the key of own in models.json failed or printed nothing. Run it in a shell.",
  });
});

test("without a key the error says what to do", async () => {
  const registry = sampleRegistry([]);
  expect(await registry.getApiKeyAndHeaders(sampleModels[0]!)).toEqual({
    ok: false,
    error: "No key for Alpha. Set its environment variable, log in with /login, or pass --api-key.",
  });
  expect(await registry.getApiKeyAndHeaders(model("demo", "tour"))).toEqual({ ok: true });
});

test("P-EXT-7 P-EXT-8: an extension's provider is there at once, and gone with it; the user's file lies above", () => {
  const { registry } = registryWith({ providers: { mine: { baseUrl: "http://proxy", api: "x" } } });
  registry.registerProvider("mine", {
    name: "Mine",
    baseUrl: "http://mine",
    apiKey: "k",
    api: "my-api",
    models: [
      { ...model("x", "m"), headers: { h: "1" } },
      { ...model("x", "picture"), type: "image" },
    ],
  });
  expect(registry.getModels("mine")).toMatchObject([{ id: "m", provider: "mine", baseUrl: "http://proxy" }]);
  expect(registry.getProviderDisplayName("mine")).toBe("Mine");
  expect(registry.getProviderAuthStatus("mine")).toEqual({ configured: true, source: "fallback" });
  registry.unregisterProvider("mine");
  expect(registry.getModels("mine")).toEqual([]);
  registry.registerProvider("alpha", { baseUrl: "http://moved" });
  expect(registry.getModels("alpha").map(({ baseUrl }) => baseUrl)).toEqual(Array(3).fill("http://moved"));
});

test("P-AI-60: a login changes the models that are listed", () => {
  const registry = sampleRegistry([]);
  registry.authStorage.registerOAuthProvider({
    id: "alpha",
    name: "Alpha",
    login: async () => ({ refresh: "", access: "", expires: 0 }),
    refreshToken: async (credentials) => credentials,
    getApiKey: ({ access }) => access,
    modifyModels: (models, { host }) => models.map((each) => ({ ...each, baseUrl: String(host) })),
  });
  expect(registry.find("alpha", "small-2")?.baseUrl).toBe("https://alpha.test/v1");
  registry.authStorage.set("alpha", { type: "oauth", refresh: "r", access: "a", expires: 1e15, host: "http://seat" });
  expect(registry.find("alpha", "small-2")?.baseUrl).toBe("http://seat");
  expect(registry.isUsingOAuth(sampleModels[0]!)).toBe(true);
});

test("the models of one provider are composed without loading another's", () => {
  const asked: string[] = [];
  const known = catalogueOf(sampleModels);
  const catalogue = {
    ...known,
    models(provider: string) {
      asked.push(provider);
      return known.models(provider);
    },
  };
  const auth = AuthStorage.inMemory({ beta: { type: "api_key", key: "k" } });
  const registry = new ModelRegistry({ auth, catalogue, modelsPath: null });
  registry.find("beta", "coder:exacto");
  registry.getAvailable();
  expect(asked).toEqual(["beta", "demo"]);
});
