import { expect, test } from "vitest";
import { CATALOGUE_LOADERS } from "../src/catalogue/loaders.generated.ts";
import {
  findModel,
  getApiProvider,
  getModel,
  getModels,
  getProviderInfo,
  getProviders,
  keyVariables,
  loadCatalogue,
  loadProvider,
} from "../src/index.ts";

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
