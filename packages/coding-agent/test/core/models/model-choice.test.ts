import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { SettingsManager } from "../../../src/compat/pi/settings-manager.ts";
import { AuthStorage, type Credential } from "../../../src/core/auth/index.ts";
import {
  FallbackChain,
  findInitialModel,
  ModelRegistry,
  modelName,
  probeLocalServers,
  resolveModelReference,
  resolveModelScope,
  resolveRequestedModel,
  resolveRole,
  roleOverrides,
} from "../../../src/core/models/index.ts";
import { type Settings, SettingsStore } from "../../../src/core/settings/index.ts";
import { catalogueOf, model, sampleModels, sampleRegistry } from "../support/models.ts";

const all = () => true;

describe("a reference", () => {
  const find = (text: string, usable: (provider: string) => boolean = all) => {
    const result = resolveModelReference({ text, thinkingSuffix: "lenient", fuzzy: true }, sampleModels, usable);
    if (result.status === "not-found") return result.status;
    const names = result.status === "resolved" ? modelName(result.model) : result.candidates.map(modelName);
    return [names, result.thinkingLevel, result.warning].filter((part) => part !== undefined);
  };

  test("is exact before it is a part, and prefers a name that moves to a dated one", () => {
    expect(find("alpha/small-2")).toEqual(["alpha/small-2"]);
    expect(find("ALPHA/Small-2")).toEqual(["alpha/small-2"]);
    expect(find("small-2")).toEqual(["alpha/small-2"]);
    expect(find("large")).toEqual(["alpha/large-4.5"]);
    expect(find("alpha/lar")).toEqual(["alpha/large-4.5"]);
    expect(find("20250929")).toEqual(["alpha/large-4.5-20250929"]);
    expect(find("nothing")).toBe("not-found");
  });

  test("takes a thinking level only where the whole is no id", () => {
    expect(find("small-2:high")).toEqual(["alpha/small-2", "high"]);
    expect(find("coder:exacto")).toEqual(["beta/coder:exacto"]);
    expect(find("coder:exacto:max")).toEqual(["beta/coder:exacto", "max"]);
    expect(find("small-2:hihg")).toEqual(["alpha/small-2", expect.stringContaining('"hihg" is no thinking level')]);
  });

  test("that several providers have goes to the one that can be used", () => {
    expect(find("vendor/shared")).toEqual([["beta/vendor/shared", "gamma/vendor/shared"]]);
    expect(find("vendor/shared", (provider) => provider === "gamma")).toEqual(["gamma/vendor/shared"]);
  });
});

test("a scope keeps the order of its patterns, and each model once", () => {
  const scope = resolveModelScope(["alpha/*4.5*:low", "small", "beta/*", "alpha/*", "zzz"], sampleModels);
  expect(scope.scopedModels.map(({ model, thinkingLevel }) => `${modelName(model)} ${thinkingLevel ?? ""}`)).toEqual([
    "alpha/large-4.5-20250929 low",
    "alpha/large-4.5 low",
    "alpha/small-2 ",
    "beta/coder:exacto ",
    "beta/vendor/shared ",
  ]);
  expect(scope.diagnostics).toEqual([
    { type: "warning", code: "no-match", pattern: "zzz", message: 'No model fits "zzz"' },
  ]);
  expect(resolveModelScope(["vendor/shared"], sampleModels).diagnostics).toMatchObject([{ code: "ambiguous" }]);
});

describe("P-APP-9: what the command line asks for", () => {
  const ask = (model?: string, provider?: string) =>
    resolveRequestedModel({ model, provider, registry: sampleRegistry([]) });

  test("is found by provider, id and level", async () => {
    expect(await ask("alpha/small-2:high")).toMatchObject({ model: { id: "small-2" }, thinkingLevel: "high" });
    expect(await ask("shared", "gamma")).toMatchObject({ model: { provider: "gamma" } });
    expect(await ask(undefined, "alpha")).toMatchObject({ model: { id: "large-4.5" } });
  });

  test("is passed on where only the provider is known", async () => {
    expect(await ask("alpha/huge-9:low")).toMatchObject({
      model: { provider: "alpha", id: "huge-9", name: "huge-9", contextWindow: 1000 },
      thinkingLevel: "low",
      warning: expect.stringContaining("alpha/huge-9 is not in the catalogue"),
    });
  });

  test("is refused with suggestions where nothing fits", async () => {
    expect(await ask("larg-4.5")).toEqual({
      error:
        'There is no model "larg-4.5". Did you mean alpha/large-4.5 or alpha/large-4.5-20250929? Run tau --list-models for all of them.',
    });
    expect(await ask("vendor/shared")).toMatchObject({
      error: expect.stringContaining("beta/vendor/shared, gamma/vendor/shared"),
    });
    const unknown = { error: 'There is no provider "nobody". Known: alpha, beta, gamma, demo' };
    expect([await ask(undefined, "nobody"), await ask("small-2", "nobody")]).toEqual([unknown, unknown]);
    expect(await ask("small-2", "alhpa")).toEqual({ error: 'There is no provider "alhpa". Did you mean alpha?' });
  });

  test("is found under the name its provider had before", async () => {
    const auth = AuthStorage.inMemory({ azure: { type: "api_key", key: "k" } });
    const registry = new ModelRegistry({ auth, catalogue: catalogueOf([model("azure", "m")]), modelsPath: null });
    const meant = { model: { provider: "azure", id: "m" } };
    const typed = [{ model: "azure-openai-responses/m" }, { provider: "azure-openai-responses", model: "m" }];
    for (const request of typed) expect(await resolveRequestedModel({ ...request, registry })).toMatchObject(meant);
    const settings = SettingsStore.inMemory({ defaultProvider: "azure-openai-responses", defaultModel: "m" });
    const saved = { provider: "azure-openai-responses", modelId: "m" };
    for (const source of [{}, { saved }])
      expect(await findInitialModel({ registry, settings, ...source })).toMatchObject(meant);
    for (const pattern of ["azure-openai-responses/*", "azure-openai-responses/m"])
      expect(resolveModelScope([pattern], registry.getAll()).scopedModels).toMatchObject([meant]);
  });

  test("keeps what settings say of it under that name", () => {
    const name = "azure-openai-responses/m";
    const settings = SettingsManager.inMemory({
      modelThinkingLevels: { [name]: "high" },
      compaction: { modelOverrides: { [name]: { reserveTokens: 7 } } },
    });
    expect(settings.getModelThinkingLevel("azure", "m")).toBe("high");
    expect(settings.getCompactionReserveTokens({ provider: "azure", id: "m" })).toBe(7);
    settings.removeModelThinkingLevel("azure", "m");
    expect(settings.getAllModelThinkingLevels()).toEqual({});
  });
});

test("R31: a role is its flag, then its variable, then its setting", async () => {
  const registry = sampleRegistry(["alpha", "beta"]);
  const name = async (flags: object, env: Record<string, string>) => {
    const settings = SettingsStore.inMemory({ modelRoles: { smol: "small-2:off", slow: "large" } });
    settings.applyOverrides(roleOverrides(flags, env));
    expect(settings.get("modelRoles")?.slow).toBe("large");
    const found = await resolveRole("smol", { settings, registry });
    return found && [modelName(found.model), found.thinkingLevel];
  };
  expect(await name({}, {})).toEqual(["alpha/small-2", "off"]);
  expect(await name({}, { PI_SMOL_MODEL: "coder:exacto" })).toEqual(["beta/coder:exacto", undefined]);
  expect(await name({}, { PI_SMOL_MODEL: "small-2", TAU_SMOL_MODEL: "coder:exacto" })).toEqual([
    "beta/coder:exacto",
    undefined,
  ]);
  expect(await name({ smol: "large" }, { PI_SMOL_MODEL: "coder:exacto" })).toEqual(["alpha/large-4.5", undefined]);
  expect(await resolveRole("plan", { settings: SettingsStore.inMemory({}), registry })).toBeUndefined();
});

describe("R30: a session begins with", () => {
  const choose = async (keys: string[], settings: Partial<Settings> = {}, more: object = {}) => {
    const registry = sampleRegistry(keys);
    const probe = async () => [];
    const result = await findInitialModel({
      registry,
      settings: SettingsStore.inMemory(settings),
      env: {},
      probe,
      ...more,
    });
    return { ...result, model: result.model && modelName(result.model) };
  };

  test("its own model, if that is still there and has a key", async () => {
    const saved = { provider: "beta", modelId: "coder:exacto" };
    expect(await choose(["alpha", "beta"], {}, { saved })).toEqual({
      model: "beta/coder:exacto",
      thinkingLevel: "medium",
    });
    expect(await choose(["alpha"], {}, { saved })).toEqual({
      model: "alpha/large-4.5",
      thinkingLevel: "medium",
      fallbackMessage: "There is no key for the session's model beta/coder:exacto; using alpha/large-4.5",
    });
    expect(await choose(["alpha"], {}, { saved: { provider: "alpha", modelId: "gone" } })).toMatchObject({
      fallbackMessage: "The session's model alpha/gone is not known any more; using alpha/large-4.5",
    });
  });

  test("the scope, then the default role, then the saved default, then the first with a key", async () => {
    const both = ["alpha", "beta"];
    const scopedModels = [{ model: sampleModels[2]!, thinkingLevel: "low" }];
    const saved = { defaultProvider: "beta", defaultModel: "coder:exacto" };
    expect(await choose(both, saved, { scopedModels })).toEqual({ model: "alpha/small-2", thinkingLevel: "low" });
    expect(await choose(both, { ...saved, modelRoles: { default: "small" } })).toMatchObject({
      model: "alpha/small-2",
    });
    expect(await choose(both, { ...saved, modelThinkingLevels: { "beta/coder:exacto": "max" } })).toEqual({
      model: "beta/coder:exacto",
      thinkingLevel: "max",
    });
    expect(await choose(["alpha"], saved)).toMatchObject({ model: "alpha/large-4.5" });
  });

  test("a server on this machine where nothing is configured, else the demonstration where it may answer", async () => {
    const probe = async () => [
      {
        provider: "ollama",
        config: { baseUrl: "http://x/v1", api: "openai-completions", apiKey: "local", models: [{ id: "q" }] },
        notice: "Ollama at http://x",
      },
    ];
    expect(await choose([], {}, { probe })).toMatchObject({ model: "ollama/q" });
    expect(await choose([], {}, { demo: true })).toMatchObject({ model: "demo/tour" });
    expect(await choose([])).toMatchObject({ model: undefined });
    const foreign = async () => [{ provider: "ollama", notice: "Ollama at http://x belongs to another user" }];
    expect(await choose([], {}, { probe: foreign })).toMatchObject({
      model: undefined,
      fallbackMessage: "Ollama at http://x belongs to another user, and no other model is configured",
    });
    expect(await choose([], {}, { probe: foreign, demo: true })).toMatchObject({
      model: "demo/tour",
      fallbackMessage: "Ollama at http://x belongs to another user; using demo/tour",
    });
    const refuse = async () => Promise.reject(new Error("asked though a key is there"));
    expect(await choose(["beta"], {}, { probe: refuse })).toMatchObject({ model: "beta/coder:exacto" });
  });
});

test("R-LLM fallback: other credentials first, then the user's other models, and none twice", async () => {
  const key = (text: string): Credential => ({ type: "api_key", key: text });
  const auth = AuthStorage.inMemory({ alpha: [key("one"), key("two")], beta: key("key of beta") });
  const registry = sampleRegistry([], { auth });
  const chain = new FallbackChain(registry, () => ["alpha/large-4.5", "coder:exacto:low", "gamma/vendor/shared"]);
  const large = registry.find("alpha", "large-4.5")!;
  const steps = [];
  for (const apiKey of ["one", "two"]) steps.push(await chain.next({ model: large, apiKey, retryAfterMs: 60_000 }));
  expect(steps).toMatchObject([
    { kind: "credential", message: "alpha/large-4.5 is rate limited: continuing with another credential" },
    {
      kind: "model",
      thinkingLevel: "low",
      model: { id: "coder:exacto" },
      message: "alpha/large-4.5 is rate limited: continuing with beta/coder:exacto",
    },
  ]);
  const coder = registry.find("beta", "coder:exacto")!;
  expect(await chain.next({ model: coder, apiKey: "key of beta" })).toBeUndefined();
  chain.succeeded(large);
  expect(await chain.next({ model: coder })).toMatchObject({ kind: "model", model: { id: "large-4.5" } });
});

describe("local servers", () => {
  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const answer =
    (path: string, body: object): RequestListener =>
    (request, response) =>
      request.url === path ? response.end(JSON.stringify(body)) : response.writeHead(404).end();
  const nowhere = {
    OLLAMA_BASE_URL: "http://127.0.0.1:1",
    LM_STUDIO_BASE_URL: "http://127.0.0.1:1",
    LLAMA_CPP_BASE_URL: "http://127.0.0.1:1",
  };

  test("are known by their own answers", async () => {
    const env = {
      OLLAMA_BASE_URL: await serve(answer("/api/tags", { models: [{ name: "qwen:7b", details: { family: "qwen" } }] })),
      LM_STUDIO_BASE_URL: `${await serve(
        answer("/api/v0/models", {
          data: [
            { id: "a", type: "llm" },
            { id: "e", type: "embeddings" },
          ],
        }),
      )}/v1`,
      LLAMA_CPP_BASE_URL: await serve(answer("/v1/models", { data: [{ id: "gguf", owned_by: "llamacpp" }] })),
    };
    const found = await probeLocalServers({ env, timeoutMs: 5000 });
    expect(
      found.map(({ provider, config }) => [provider, config?.models?.map(({ id }) => id), config?.baseUrl]),
    ).toEqual([
      ["ollama", ["qwen:7b"], `${env.OLLAMA_BASE_URL}/v1`],
      ["lm-studio", ["a"], env.LM_STUDIO_BASE_URL],
      ["llama.cpp", ["gguf"], `${env.LLAMA_CPP_BASE_URL}/v1`],
    ]);
  });

  test("that are something else, empty, or silent are passed over", async () => {
    const env = {
      OLLAMA_BASE_URL: await serve((_request, response) => void response.end("<html>a router's page</html>")),
      LM_STUDIO_BASE_URL: await serve(answer("/api/v0/models", { data: [] })),
      LLAMA_CPP_BASE_URL: await serve(() => undefined),
    };
    expect(await probeLocalServers({ env, timeoutMs: 300 })).toEqual([]);
    expect(await probeLocalServers({ env: nowhere })).toEqual([]);
  });

  test("are not asked offline", async () => {
    let asked = 0;
    const origin = await serve((_request, response) => {
      asked++;
      response.end("{}");
    });
    const env = { OLLAMA_BASE_URL: origin, LM_STUDIO_BASE_URL: origin, LLAMA_CPP_BASE_URL: origin };
    expect(await probeLocalServers({ env: { ...env, TAU_OFFLINE: "1" }, timeoutMs: 5000 })).toEqual([]);
    expect(asked).toBe(0);
    expect(await probeLocalServers({ env: { ...env, TAU_OFFLINE: "0" }, timeoutMs: 5000 })).toEqual([]);
    expect(asked).toBe(3);
  });
});
