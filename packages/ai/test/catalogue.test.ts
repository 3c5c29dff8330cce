import { expect, test } from "vitest";
import { CATALOGUE_LOADERS } from "../src/catalogue/loaders.generated.ts";
import {
  type CatalogueCache,
  findModel,
  getApiProvider,
  getModel,
  getModels,
  getProviderInfo,
  getProviders,
  keyVariables,
  loadCatalogue,
  loadProvider,
  refreshCatalogue,
} from "../src/index.ts";
import { startServer, status } from "./support/http-server.ts";
import { testModel } from "./support/models.ts";

test("providers are known at once, models once they are loaded", async () => {
  expect(getProviders()).toContain("anthropic");
  expect(await loadProvider("no-such-provider")).toEqual([]);
  expect(await findModel("no-such-provider", "x")).toBeUndefined();
  const groq = await loadProvider("groq");
  expect(getModels("groq")).toEqual(groq);
  const [first] = groq;
  expect(getModel("groq", first!.id)).toBe(first);
  expect(await findModel("groq", first!.id)).toBe(first);
  expect(first).toMatchObject({ provider: "groq", api: "openai-completions" });
});

test("every model of the catalogue can be asked: its protocol is built in, its provider has a key variable", async () => {
  await loadCatalogue();
  const models = getProviders().flatMap(getModels);
  expect(models.length).toBeGreaterThan(1500);
  const unknown = new Set(models.filter(({ api }) => !getApiProvider(api)).map(({ api }) => api));
  expect([...unknown]).toEqual([]);
  const keyless = getProviders().filter((provider) => keyVariables(provider).length === 0);
  expect(keyless).toEqual(["openai-codex"]);
});

test("every provider has a name, and a model to begin with that exists", async () => {
  await loadCatalogue();
  expect(getProviders().toSorted()).toEqual(Object.keys(CATALOGUE_LOADERS).toSorted());
  const missing = getProviders().filter((id) => !getModel(id, getProviderInfo(id)?.defaultModel ?? ""));
  expect(missing).toEqual([]);
});

test("the catalogue is brought up to date from an address, remembers it, and survives being offline", async () => {
  const row = { ...testModel("openai-completions"), id: "brand-new" };
  await using server = await startServer(
    status(200, { "test-provider": [row] }, { etag: '"1"' }),
    status(304, ""),
    status(500, "down"),
    status(200, { "test-provider": [{ id: 1 }] }),
  );
  let entry: Awaited<ReturnType<CatalogueCache["read"]>>;
  const cache: CatalogueCache = {
    read: async () => entry,
    write: async (written) => {
      entry = written;
    },
  };
  const refresh = () => refreshCatalogue({ url: server.url, cache });
  expect(await refresh()).toEqual({ source: "network" });
  expect(getModel("test-provider", "brand-new")).toMatchObject({ provider: "test-provider" });
  expect(await refresh()).toEqual({ source: "cache" });
  expect(server.requests[1]?.headers["if-none-match"]).toBe('"1"');
  expect(await refresh()).toMatchObject({ source: "cache", error: { message: expect.stringContaining("HTTP 500") } });
  expect(await refresh()).toMatchObject({
    source: "cache",
    error: { message: expect.stringContaining("no catalogue of models") },
  });
  expect(await refreshCatalogue({ url: server.url, allowNetwork: false })).toEqual({ source: "built-in" });
  expect(server.requests).toHaveLength(4);
});

test("a catalogue that cannot be kept is used all the same, and the reason is told as it is", async () => {
  const row = { ...testModel("openai-completions"), id: "unkept" };
  await using server = await startServer(status(200, { "unkept-provider": [row] }));
  const full = new Error("ENOSPC: no space left on device");
  const cache: CatalogueCache = { read: async () => undefined, write: () => Promise.reject(full) };
  expect(await refreshCatalogue({ url: server.url, cache })).toEqual({ source: "network", error: full });
  expect(getModel("unkept-provider", "unkept")).toMatchObject({ id: "unkept" });
});

test("a provider that is called like something every object has is one we do not know", async () => {
  expect(await Promise.all(["constructor", "__proto__", "toString"].map(loadProvider))).toEqual([[], [], []]);
});
