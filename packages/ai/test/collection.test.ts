import { expect, test } from "vitest";
import {
  builtinModels,
  createModels,
  createProvider,
  envApiKeyAuth,
  fauxAssistantMessage,
  fauxProvider,
  InMemoryCredentialStore,
  InMemoryModelsStore,
  type Model,
  type ModelProvider,
  type OAuthCredential,
} from "../src/index.ts";
import { testModel } from "./support/models.ts";

const hello = { messages: [{ role: "user" as const, content: "hi", timestamp: 0 }] };

test("a collection finds models and sends a request to who serves its model", async () => {
  const faux = fauxProvider();
  const models = createModels();
  models.setProvider(faux.provider);
  faux.setResponses([fauxAssistantMessage("one"), fauxAssistantMessage("two")]);
  const model = models.getModel("faux", "faux-1") as Model;
  expect((await models.complete(model, hello)).content).toMatchObject([{ text: "one" }]);
  expect((await models.completeSimple(model, hello)).content).toMatchObject([{ text: "two" }]);
  models.deleteProvider("faux");
  expect(await models.complete(model, hello)).toMatchObject({
    stopReason: "error",
    errorMessage: "There is no provider faux in this collection.",
  });
});

test("a request carries the provider's key and headers, below what the caller gives", async () => {
  const seen: unknown[] = [];
  const models = collection(seen, { env: async (name) => (name === "A_KEY" ? "from-env" : undefined) });
  await models.completeSimple(model, hello);
  await models.completeSimple(model, hello, { apiKey: "mine", headers: { "x-a": "2" } });
  const transformHeaders = (headers: Record<string, string | null>) => ({ ...headers, "x-b": "3" });
  await models.completeSimple(model, hello, { transformHeaders });
  expect(seen).toEqual([
    { apiKey: "from-env", headers: { "x-a": "1" } },
    { apiKey: "mine", headers: { "x-a": "2" } },
    { apiKey: "from-env", headers: { "x-a": "1", "x-b": "3" } },
  ]);
  expect(await models.checkAuth("p")).toEqual({ type: "api_key", source: "A_KEY" });
  expect(await models.getAvailable()).toEqual([model]);
});

test("without credentials a provider is not available, and a request says so", async () => {
  const models = collection([], { env: async () => undefined });
  expect(await models.getAvailable()).toEqual([]);
  expect(await models.completeSimple(model, hello)).toMatchObject({
    errorMessage: "p is not configured. Sign in or set a key.",
    error: { code: "auth" },
  });
  expect((await models.completeSimple({ ...model, provider: "nobody" }, hello)).error?.code).toBe("invalid-request");
  const interaction = { prompt: async () => "typed", notify: () => undefined };
  expect(await models.login("p", "api_key", interaction)).toEqual({ type: "api_key", key: "typed" });
  expect(await models.getAuth("p")).toMatchObject({ auth: { apiKey: "typed" } });
  await models.logout("p");
  expect(await models.getAuth(model)).toBeUndefined();
});

test("an ended sign-in is renewed once for concurrent requests, and kept when renewal fails", async () => {
  const credentials = new InMemoryCredentialStore();
  const old: OAuthCredential = { type: "oauth", access: "old", refresh: "r", expires: 0 };
  await credentials.modify("p", async () => old);
  let renewals = 0;
  let works = false;
  const models = createModels({ credentials });
  models.setProvider({
    ...provider([]),
    auth: {
      oauth: {
        name: "sign-in",
        login: async () => old,
        refresh: async (credential) => {
          renewals++;
          if (!works) throw new Error("invalid_grant");
          return { ...credential, access: "new", expires: Date.now() + 3_600_000 };
        },
        toAuth: async ({ access }) => ({ apiKey: access }),
      },
    },
  });
  await expect(models.getAuth("p")).rejects.toThrow("could not be renewed");
  expect(await credentials.read("p")).toEqual(old);
  works = true;
  const both = await Promise.all([models.getAuth("p"), models.getAuth("p")]);
  expect(both).toEqual([
    { auth: { apiKey: "new" }, source: "OAuth" },
    { auth: { apiKey: "new" }, source: "OAuth" },
  ]);
  expect(renewals).toBe(2);
});

test("a sign-in may be an object with a state of its own", async () => {
  class Device {
    readonly name = "device";
    readonly key = "from the device";
    async login() {
      return { type: "api_key" as const, key: this.key };
    }
    async resolve() {
      return undefined;
    }
  }
  const models = createModels();
  models.setProvider({ ...provider([]), auth: { apiKey: new Device() } });
  const interaction = { prompt: async () => "", notify: () => undefined };
  expect(await models.login("p", "api_key", interaction)).toEqual({ type: "api_key", key: "from the device" });
});

test("an abort does not lose a renewal that has begun, and overrides stand above what is found", async () => {
  const credentials = new InMemoryCredentialStore();
  const old: OAuthCredential = { type: "oauth", access: "old", refresh: "r", expires: Date.now() + 200_000 };
  await credentials.modify("p", async () => old);
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const models = createModels({
    credentials,
    authContext: { env: async () => "from-env", fileExists: async () => false },
  });
  const oauth = {
    name: "sign-in",
    login: async () => old,
    refresh: async (credential: OAuthCredential) => {
      begun.resolve();
      await release.promise;
      return { ...credential, access: "new", expires: Date.now() + 3_600_000 };
    },
    toAuth: async ({ access }: OAuthCredential) => ({ apiKey: access }),
  };
  models.setProvider({ ...provider([]), auth: { oauth, apiKey: envApiKeyAuth("key", ["A_KEY"]) } });
  expect(await models.getAuth("p", { minOAuthValidityMs: 60_000 })).toMatchObject({ auth: { apiKey: "old" } });
  expect(await models.getAuth("p", { apiKey: "mine" })).toMatchObject({ auth: { apiKey: "mine" } });
  const abort = new AbortController();
  const asked = models.getAuth("p", { signal: abort.signal });
  const streamed = models.complete(model, { messages: [] }, { signal: abort.signal });
  await begun.promise;
  abort.abort();
  await expect(asked).rejects.toThrow("aborted");
  expect(await streamed).toMatchObject({ stopReason: "aborted", error: { code: "aborted" } });
  release.resolve();
  expect(await models.getAuth("p")).toMatchObject({ auth: { apiKey: "new" } });
  await models.logout("p");
  expect(await models.getAuth("p", { env: { A_KEY: "given" } })).toMatchObject({ auth: { apiKey: "given" } });
});

test("whose requests they are is said once for the collection, and may be said anew by a request", async () => {
  const seen: unknown[] = [];
  const models = createModels({ identity: { version: "2", attribution: { name: "app", url: "https://app" } } });
  const { stream, streamSimple, ...rest } = provider([]);
  const keep: ModelProvider["streamSimple"] = (asked, context, options) => {
    seen.push(options?.identity);
    return streamSimple(asked, context, options);
  };
  models.setProvider({ ...rest, stream, streamSimple: keep });
  await models.completeSimple(model, hello, { apiKey: "k" });
  await models.completeSimple(model, hello, { apiKey: "k", identity: { version: "3" } });
  const attribution = { name: "app", url: "https://app" };
  expect(seen).toEqual([
    { version: "2", attribution },
    { version: "3", attribution },
  ]);
});

test("a fetched list is laid over the known one, is kept, and serves offline", async () => {
  const modelsStore = new InMemoryModelsStore();
  const configured = { env: async () => "key", fileExists: async () => false };
  let reachable = true;
  const dynamic = () =>
    createProvider({
      ...provider([]),
      models: [model],
      api: { stream: never, streamSimple: never },
      fetchModels: async () => {
        if (!reachable) throw new Error("offline");
        return [
          { ...model, name: "renamed" },
          { ...model, id: "new" },
        ];
      },
    });
  const online = createModels({ modelsStore, authContext: configured });
  online.setProvider(dynamic());
  expect(await online.refresh()).toEqual({ aborted: false, errors: new Map() });
  expect(online.getModels("p").map(({ id, name }) => [id, name])).toEqual([
    ["test-model", "renamed"],
    ["new", "Test model"],
  ]);
  reachable = false;
  const later = createModels({ modelsStore, authContext: configured });
  later.setProvider(dynamic());
  expect([...(await later.refresh()).errors.keys()]).toEqual(["p"]);
  expect(later.getModels("p")).toHaveLength(2);
});

test("the catalogue as a collection", async () => {
  const models = await builtinModels({ authContext: { env: async () => undefined, fileExists: async () => false } }, [
    "groq",
  ]);
  expect(models.getProviders().map(({ name }) => name)).toEqual(["Groq"]);
  expect(models.getModels("groq").length).toBeGreaterThan(3);
  expect(await models.getAvailable()).toEqual([]);
});

const model = testModel("custom", { provider: "p" });

function provider(seen: unknown[]): ModelProvider {
  const faux = fauxProvider();
  return {
    id: "p",
    name: "p",
    headers: { "x-a": "1" },
    auth: { apiKey: envApiKeyAuth("p key", ["NO_SUCH_KEY", "A_KEY"]) },
    getModels: () => [model],
    stream: never,
    streamSimple: (target, context, options) => {
      seen.push({ apiKey: options?.apiKey, headers: options?.headers });
      faux.setResponses([fauxAssistantMessage("ok")]);
      return faux.provider.streamSimple({ ...target, provider: "faux" }, context, options);
    },
  };
}

function collection(seen: unknown[], context: { env(name: string): Promise<string | undefined> }) {
  const models = createModels({ authContext: { fileExists: async () => false, ...context } });
  models.setProvider(provider(seen));
  return models;
}

function never(): never {
  throw new Error("not asked for");
}

test("headers come from the provider, the credential, the model and the caller, in this order, however they are written", async () => {
  const model = { ...testModel("openai-completions"), provider: "p", headers: { "X-Who": "model", "x-model": "1" } };
  const seen: unknown[] = [];
  const models = createModels();
  const { stream, streamSimple, ...rest } = provider([model]);
  const look: typeof stream = (asked, context, options) => {
    seen.push(options);
    return stream(asked, context, options);
  };
  const resolve = async () => ({ auth: { headers: { "x-who": "credential", "x-auth": "1" } } });
  models.setProvider({
    ...rest,
    headers: { "x-who": "provider", "x-provider": "1" },
    auth: { apiKey: { name: "key", resolve } },
    stream: look,
    streamSimple,
  });
  expect((await models.getAuth("p"))?.auth.headers).toEqual({ "x-who": "credential", "x-auth": "1" });
  expect((await models.getAuth(model))?.auth.headers).toEqual({ "X-Who": "model", "x-auth": "1", "x-model": "1" });
  await models.complete(model, { messages: [] });
  await models.complete(model, { messages: [] }, { headers: { "x-WHO": "caller", "x-auth": null } });
  await models.complete(
    model,
    { messages: [] },
    { transformHeaders: (headers: object) => ({ ...headers, "x-new": "1" }) },
  );
  const common = { "x-provider": "1", "x-auth": "1", "X-Who": "model", "x-model": "1" };
  expect(seen).toMatchObject([
    { headers: common },
    { headers: { "x-provider": "1", "x-auth": null, "x-WHO": "caller", "x-model": "1" } },
    { headers: { ...common, "x-new": "1" } },
  ]);
  expect(seen.every((options) => !("transformHeaders" in (options as object)))).toBe(true);
});

test("a refresh is given what a request would be sent with, and does not wait for a provider that heeds no abort", async () => {
  const given: unknown[] = [];
  const credentials = new InMemoryCredentialStore();
  const authContext = { env: async () => "from-env", fileExists: async () => false };
  const models = createModels({ credentials, authContext });
  let stuck = false;
  models.setProvider({
    ...provider([]),
    auth: { apiKey: envApiKeyAuth("key", ["A_KEY"]) },
    refreshModels: async ({ credential }) => {
      given.push(credential);
      if (stuck) await new Promise(() => undefined);
    },
  });
  await models.refresh();
  await models.refresh({ allowNetwork: false });
  await credentials.modify("p", async () => ({ type: "api_key", key: "stored", env: { ACCOUNT: "1" } }));
  await models.refresh();
  expect(given).toEqual([
    { type: "api_key", key: "from-env" },
    undefined,
    { type: "api_key", key: "stored", env: { ACCOUNT: "1" } },
  ]);
  stuck = true;
  const abort = new AbortController();
  const refreshed = models.refresh({ signal: abort.signal });
  setImmediate(() => abort.abort());
  expect(await refreshed).toEqual({ aborted: true, errors: new Map() });
});
