import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AssistantMessage,
  type AuthInteraction,
  type AuthPrompt,
  type Credential,
  createFauxCore,
  createProvider,
  fauxAssistantMessage,
  InMemoryCredentialStore,
  InMemoryModelsStore,
  type Message,
  type ModelProvider,
  type SimpleStreamOptions,
} from "@tau/ai";
import { expect, onTestFinished, test } from "vitest";
import { CredentialSynchronizationError, ModelRegistry, ModelRuntime } from "../../../src/index.ts";
import { ownModel, providerObject } from "../../core/support/provider-object.ts";

const HANDLE = { requestId: "r1" } as never;
const QUESTION = { messages: [{ role: "user" as const, content: "?", timestamp: 0 }] };

async function createRuntime(options: Parameters<typeof ModelRuntime.create>[0] = {}): Promise<ModelRuntime> {
  const folder = mkdtempSync(join(tmpdir(), "tau-runtime-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return await ModelRuntime.create({ authPath: join(folder, "auth.json"), modelsPath: null, ...options });
}

/** A user who answers every question with the same words. */
function talk(answer: string): AuthInteraction & { asked: AuthPrompt[]; told: unknown[] } {
  const [asked, told]: [AuthPrompt[], unknown[]] = [[], []];
  return {
    asked,
    told,
    notify: (event) => told.push(event),
    prompt: async (prompt) => {
      asked.push(prompt);
      return answer;
    },
  };
}

function native(parts: Partial<ModelProvider> = {}) {
  const { stream } = createFauxCore({ api: "mine", provider: "mine" });
  return providerObject({
    auth: { apiKey: { name: "Mine", resolve: async () => ({ auth: { apiKey: "k", headers: { "x-own": "1" } } }) } },
    stream: (model, context, options) => stream(model as never, context, options),
    ...parts,
  } satisfies Partial<ModelProvider>);
}

test("a key is asked for as a secret, kept, checked and forgotten again", async () => {
  const runtime = await createRuntime();
  expect(await runtime.checkAuth("cerebras")).toBeUndefined();
  const user = talk("sk-1");
  expect(await runtime.login("cerebras", "api_key", user)).toEqual({ type: "api_key", key: "sk-1" });
  expect(user.asked).toMatchObject([{ type: "secret" }]);
  expect(await runtime.checkAuth("cerebras")).toEqual({ type: "api_key", source: "auth.json" });
  expect(await runtime.listCredentials()).toEqual([{ providerId: "cerebras", type: "api_key" }]);
  expect(await runtime.getAuth("cerebras")).toEqual({ auth: { apiKey: "sk-1" }, source: "auth.json" });
  const overridden = await runtime.getAuth("cerebras", { apiKey: "sk-2", env: { REGION: "eu" } });
  expect(overridden).toMatchObject({ auth: { apiKey: "sk-2" }, env: { REGION: "eu" } });
  await runtime.logout("cerebras");
  expect([await runtime.checkAuth("cerebras"), await runtime.listCredentials()]).toEqual([undefined, []]);
});

test("a sign-in of an added provider talks by the program's own interaction", async () => {
  const runtime = await createRuntime();
  const expires = Date.now() + 3_600_000;
  runtime.registerProvider("team", {
    baseUrl: "http://127.0.0.1:9",
    api: "openai-completions",
    models: [{ id: "t1" }],
    oauth: {
      name: "Team",
      isSubscription: false,
      login: async (callbacks) => {
        callbacks.onAuth({ url: "http://sign.in" });
        callbacks.onProgress?.("waiting");
        return { access: await callbacks.onPrompt({ message: "Code?" }), refresh: "r", expires };
      },
      refreshToken: async (credentials) => credentials,
      getApiKey: ({ access }) => `bearer-${access}`,
    },
  });
  const user = talk("code");
  const credential: Credential = { type: "oauth", access: "code", refresh: "r", expires };
  expect(await runtime.login("team", "oauth", user)).toEqual(credential);
  expect(user.told).toEqual([
    { type: "auth_url", url: "http://sign.in" },
    { type: "progress", message: "waiting" },
  ]);
  expect(user.asked).toMatchObject([{ type: "text", message: "Code?" }]);
  expect(await runtime.checkAuth("team")).toEqual({ type: "oauth", source: "login" });
  expect((await runtime.getAuth("team"))?.auth.apiKey).toBe("bearer-code");
  expect([runtime.isUsingOAuth("team"), runtime.isUsingSubscription("team")]).toEqual([true, false]);
  expect(runtime.getProvider("team")?.auth.oauth?.name).toBe("Team");
});

test("who has no sign-in of a kind is named", async () => {
  const runtime = await createRuntime();
  await expect(runtime.login("cerebras", "oauth", talk("x"))).rejects.toThrow("cerebras has no login.");
});

test("a program's own store of credentials is read and written, each change under its own lock", async () => {
  const credentials = new InMemoryCredentialStore();
  await credentials.modify("groq", async () => ({ type: "api_key", key: "stored" }));
  const runtime = await createRuntime({ credentials });
  expect((await runtime.getAuth("groq"))?.auth.apiKey).toBe("stored");
  await runtime.login("cerebras", "api_key", talk("new"));
  expect(await credentials.read("cerebras")).toEqual({ type: "api_key", key: "new" });
  await runtime.logout("groq");
  expect(await credentials.list()).toEqual([{ providerId: "cerebras", type: "api_key" }]);
});

test("a provider object is found again, and its headers can be changed for one request", async () => {
  const runtime = await createRuntime();
  const { provider, requests } = native();
  runtime.registerNativeProvider(provider);
  expect(runtime.getRegisteredNativeProvider("mine")).toBe(provider);
  expect(await runtime.checkAuth("mine")).toEqual({ type: "api_key" });
  const [model = ownModel] = await runtime.getAvailable("mine");
  const answer = await runtime.completeSimple(model, QUESTION, {
    headers: { "x-mine": "2" },
    transformHeaders: (headers) => ({ ...headers, "x-added": "3" }),
  });
  expect(answer.content).toEqual([{ type: "text", text: "answered" }]);
  expect(requests[0]?.options).toMatchObject({ apiKey: "k", headers: { "x-own": "1", "x-mine": "2", "x-added": "3" } });
  runtime.unregisterProvider("mine");
  expect([runtime.getRegisteredNativeProvider("mine"), runtime.getModel("mine", "m1")]).toEqual([undefined, undefined]);
});

test("an answer is fetched later, or given up, by who promised it; others say that they cannot", async () => {
  const runtime = await createRuntime();
  const cancelled: unknown[] = [];
  const { provider } = native({
    fetchDeferred: (model, _handle, options) => provider.streamSimple(model, QUESTION, options as SimpleStreamOptions),
    cancelDeferred: async (_model, handle, options) => {
      cancelled.push([handle, options?.apiKey]);
    },
  });
  runtime.registerNativeProvider(provider);
  const [model = ownModel] = runtime.getModels("mine");
  expect((await runtime.fetchDeferred(model, HANDLE)).content).toEqual([{ type: "text", text: "answered" }]);
  await runtime.cancelDeferred(model, HANDLE);
  expect(cancelled).toEqual([[HANDLE, "k"]]);

  await runtime.setRuntimeApiKey("cerebras", "x");
  const [other = ownModel] = runtime.getModels("cerebras");
  const refused = await runtime.fetchDeferred(other, HANDLE);
  expect([refused.stopReason, refused.errorMessage]).toEqual(["error", expect.stringContaining("no answers")]);
  await expect(runtime.cancelDeferred(other, HANDLE)).rejects.toThrow("no answers that are fetched later");
});

test("models that draw or judge are listed by their type, and asked by the code that came with them", async () => {
  const runtime = await createRuntime();
  const answer = { api: "own", provider: "art", model: "a", stopReason: "stop" as const, timestamp: 0 };
  runtime.registerProvider("art", {
    baseUrl: "http://127.0.0.1:9",
    apiKey: "k",
    models: [
      { id: "painter", type: "image", api: "own" },
      { id: "judge", type: "classifier", api: "own" },
    ],
    images: {
      own: { generateImages: async (_m, _c, o) => ({ ...answer, output: [{ type: "text", text: `${o?.apiKey}` }] }) },
    },
    classifiers: { own: { classify: async () => ({ ...answer, answers: {} }) } },
  });
  expect(runtime.getAllModels("art").map(({ id, type }) => [id, type])).toEqual([
    ["painter", "image"],
    ["judge", "classifier"],
  ]);
  expect((await runtime.getAllAvailable("art")).length).toBe(2);
  const painter = runtime.getModelOfType("image", "art", "painter");
  const judge = runtime.getModelOfType("classifier", "art", "judge");
  if (!painter || !judge) throw new Error("not listed");
  expect((await runtime.generateImages(painter, { input: [] })).output).toEqual([{ type: "text", text: "k" }]);
  expect((await runtime.classify(judge, { state: "", questions: {} } as never)).stopReason).toBe("stop");
});

test("a router is asked with what came before; a model that answers itself needs none", async () => {
  const runtime = await createRuntime();
  const { provider } = native();
  runtime.registerNativeProvider(provider);
  await runtime.checkAuth("mine");
  const seen: unknown[] = [];
  runtime.registerVirtualModel({
    provider: "router",
    id: "auto",
    name: "Auto",
    route: ({ reason, previous, failed, state }) => {
      seen.push([reason, previous?.model.id, failed?.message.errorMessage, state]);
      return { model: ownModel, thinkingLevel: "high", state: 2 };
    },
  });
  const auto = runtime.getModel("router", "auto");
  if (!auto) throw new Error("not listed");
  const answered = { ...fauxAssistantMessage("a"), provider: "mine", model: "m1" } as AssistantMessage;
  const failed = { ...answered, stopReason: "error", errorMessage: "overloaded" } as AssistantMessage;
  const messages: Message[] = [...QUESTION.messages, answered];
  const route = await runtime.resolveModel(auto, messages, { reason: "retry", thinkingLevel: "off", failed, state: 1 });
  expect(route).toEqual({ model: ownModel, thinkingLevel: "off", state: 2 });
  expect(seen).toEqual([["retry", "m1", "overloaded", 1]]);
  expect(await runtime.resolveModel(ownModel, messages, { reason: "user", thinkingLevel: "high" })).toEqual({
    model: ownModel,
    thinkingLevel: "off",
  });
});

test("what providers keep of their lists is there for the next program, also without a network", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tau-runtime-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const memory = new InMemoryModelsStore();
  const live = async (options: Parameters<typeof ModelRuntime.create>[0], allowNetwork: boolean) => {
    const runtime = await createRuntime({ ...options, refreshOnCreate: false });
    runtime.registerProvider("live", {
      baseUrl: "http://127.0.0.1:9",
      api: "openai-completions",
      apiKey: "k",
      refreshModels: async ({ stored, publish, ...context }) => {
        if (!context.allowNetwork) return (stored?.models ?? []).map(({ id }) => ({ id }));
        const models = [{ ...ownModel, id: "fetched" }];
        await publish({ persist: { models } });
        return models;
      },
    });
    const { auth, stream, streamSimple } = native().provider;
    const listed = { models: [], fetchModels: async () => [ownModel] };
    runtime.registerNativeProvider(createProvider({ id: "mine", auth, api: { stream, streamSimple }, ...listed }));
    await runtime.refresh({ allowNetwork });
    return [...runtime.getModels("live"), ...runtime.getModels("mine")].map(({ id }) => id);
  };
  for (const options of [{ modelsStorePath: join(folder, "kept", "lists.json") }, { modelsStore: memory }]) {
    expect(await live(options, false)).toEqual([]);
    expect(await live(options, true)).toEqual(["fetched", "m1"]);
    expect(await live(options, false)).toEqual(["fetched", "m1"]);
  }
  writeFileSync(join(folder, "broken.json"), "{");
  expect(await live({ modelsStorePath: join(folder, "broken.json") }, false)).toEqual([]);
  expect(await live({ modelsPath: join(folder, "models.json") }, true)).toEqual(["fetched", "m1"]);
  expect(Object.keys(JSON.parse(readFileSync(join(folder, "models-store.json"), "utf8")))).toEqual(["live", "mine"]);
});

test("a list that cannot be brought up to date keeps its models, and says why", async () => {
  const runtime = await createRuntime();
  let asked = 0;
  runtime.registerProvider("live", {
    baseUrl: "http://127.0.0.1:9",
    api: "openai-completions",
    apiKey: "k",
    models: [{ id: "old" }],
    refreshModels: async ({ force }) => {
      asked += 1;
      if (asked > 1) throw new Error(`away, forced: ${force}`);
      return [{ id: "new" }];
    },
  });
  const ids = () => runtime.getModels("live").map(({ id }) => id);
  expect([ids(), await runtime.refresh(), ids()]).toEqual([["old"], { aborted: false, errors: new Map() }, ["new"]]);
  const { errors } = await runtime.refresh({ providers: ["live"], force: true });
  expect([[...errors].map(([id, { message }]) => [id, message]), ids()]).toEqual([
    [["live", "away, forced: true"]],
    ["new"],
  ]);
  const failure = await runtime.login("live", "api_key", talk("k2")).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CredentialSynchronizationError);
  expect(failure).toMatchObject({ providerId: "live", operation: "login", credential: { type: "api_key", key: "k2" } });
});

test("the registry that programs construct over a runtime shows its models and registers with it", async () => {
  const runtime = await createRuntime();
  const registry = new ModelRegistry(runtime);
  const { provider, requests } = native();
  registry.registerProvider(provider);
  registry.registerProvider("team", {
    baseUrl: "http://127.0.0.1:9",
    apiKey: "k",
    api: "mine",
    models: [{ id: "t1" }],
  });
  expect(registry.find("mine", "m1")).toBe(runtime.getModel("mine", "m1"));
  expect(registry.getAll()).toEqual(runtime.getModels());
  expect(registry.getAvailable().map(({ provider }) => provider)).toContain("team");
  expect(await registry.getApiKeyAndHeaders({ provider: "team", id: "t1" })).toEqual({ ok: true, apiKey: "k" });
  expect(await registry.getApiKeyForProvider("team")).toBe("k");
  expect((await registry.streamSimple(ownModel, QUESTION).result()).content).toMatchObject([{ text: "answered" }]);
  expect(requests).toHaveLength(1);
  registry.unregisterProvider("team");
  expect(runtime.getModels("team")).toEqual([]);
  expect(await registry.refresh()).toEqual({ aborted: false, errors: new Map() });
  expect([registry, runtime.registry, runtime].map((each) => each instanceof ModelRegistry)).toEqual([
    true,
    true,
    false,
  ]);
});

test("an abort ends the wait for a provider that ignores it: at a refresh, and after a change of credentials", async () => {
  const runtime = await createRuntime();
  const controller = new AbortController();
  let asked = () => controller.abort();
  runtime.registerProvider("deaf", {
    baseUrl: "http://127.0.0.1:9",
    api: "openai-completions",
    apiKey: "k",
    models: [{ id: "old" }],
    refreshModels: () => {
      asked();
      return new Promise(() => undefined);
    },
  });
  expect(await runtime.refresh({ signal: controller.signal })).toEqual({ aborted: true, errors: new Map() });
  for (const change of [
    (signal: AbortSignal) => runtime.setRuntimeApiKey("deaf", "k2", { signal }),
    (signal: AbortSignal) => runtime.removeRuntimeApiKey("deaf", { signal }),
    (signal: AbortSignal) => runtime.logout("deaf", { signal }),
  ]) {
    const stop = new AbortController();
    asked = () => stop.abort();
    expect(await change(stop.signal).catch((error: unknown) => error)).toBeInstanceOf(CredentialSynchronizationError);
  }
  expect(runtime.getModels("deaf").map(({ id }) => id)).toEqual(["old"]);
});
