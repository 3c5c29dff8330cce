import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFauxCore, fauxAssistantMessage, type Model } from "@tau/ai";
import { startModelServer } from "@tau/testkit";
import { expect, test } from "vitest";
import { AuthStorage } from "../../../src/core/auth/index.ts";
import type { ExtensionAPI, ProviderConfig } from "../../../src/core/extensions/index.ts";
import { builtInCatalogue, ModelRegistry } from "../../../src/core/models/index.ts";
import { ProviderRegistrations } from "../../../src/core/models/providers/provider-registrations.ts";
import { type SessionWithExtensions, sessionWith } from "./session-with.ts";

const ADDRESS = { baseUrl: "http://127.0.0.1:9", apiKey: "none", api: "openai-completions" } as const;

/** Streaming of an extension's own, which answers any number of requests with this text. */
function answering(text: string): NonNullable<ProviderConfig["streamSimple"]> {
  const core = createFauxCore({ api: "openai-completions", provider: "mine" });
  return (model, context, options) => {
    core.setResponses([fauxAssistantMessage(text)]);
    return core.streamSimple(model as never, context, options) as never;
  };
}

async function answerOf({ session, services }: SessionWithExtensions, provider: string) {
  const model = services.models.find(provider, "m1") as Model;
  await session.choice.setModel(model, "set", { keepDefault: true });
  await session.prompt("go");
  return session.getLastAssistantText();
}

test("streaming of a provider with a built-in protocol answers for that provider alone, and leaves the protocol in place", async () => {
  await using server = await startModelServer({ script: { text: ["over the wire"] } });
  let pi: ExtensionAPI | undefined;
  await using setup = await sessionWith([
    (api) => {
      pi = api;
      api.registerProvider("mine", { ...ADDRESS, models: [{ id: "m1" }], streamSimple: answering("own code") });
      api.registerProvider("other", { ...ADDRESS, baseUrl: `${server.url}/v1`, models: [{ id: "m1" }] });
    },
  ]);
  expect(await answerOf(setup, "mine")).toBe("own code");
  expect(await answerOf(setup, "other")).toBe("over the wire");
  pi?.unregisterProvider("mine");
  expect(await answerOf(setup, "other")).toBe("over the wire");
});

test("an address that is registered at session_start holds for the model in use, also one that the program supplied", async () => {
  await using server = await startModelServer({ script: { text: ["redirected"] } });
  const supplied: Model = {
    ...(createFauxCore({}).getModel() as Model),
    ...{ id: "unlisted", provider: "other", api: "openai-completions", baseUrl: ADDRESS.baseUrl },
  };
  await using setup = await sessionWith(
    [
      (pi) =>
        pi.on("session_start", () => pi.registerProvider("other", { apiKey: "none", baseUrl: `${server.url}/v1` })),
    ],
    { model: supplied },
  );
  await setup.session.prompt("go");
  expect(setup.session.getLastAssistantText()).toBe("redirected");
});

test("streaming that is registered with the registry itself is called", async () => {
  await using setup = await sessionWith([() => undefined]);
  const { models } = setup.services;
  models.registerProvider("mine", { ...ADDRESS, models: [{ id: "m1" }], streamSimple: answering("called") });
  expect(await answerOf(setup, "mine")).toBe("called");
  const model = models.find("mine", "m1") as Model;
  expect((await models.complete(model, { messages: [] })).content).toMatchObject([{ text: "called" }]);
});

test("two registries in one process call each their own streaming of a provider", async () => {
  await using first = await sessionWith([() => undefined]);
  await using second = await sessionWith([() => undefined]);
  for (const [{ services }, text] of [[first, "first"] as const, [second, "second"] as const]) {
    const config = { ...ADDRESS, models: [{ id: "m1" }], streamSimple: answering(text) };
    ProviderRegistrations.of(services.models).register("mine", config);
  }
  expect(await answerOf(first, "mine")).toBe("first");
  expect(await answerOf(second, "mine")).toBe("second");
});

test("a second registration changes what it names and keeps the rest", async () => {
  let pi: ExtensionAPI | undefined;
  await using setup = await sessionWith([
    (api) => {
      pi = api;
      api.registerProvider("mine", { ...ADDRESS, models: [{ id: "m1" }] });
      api.registerProvider("mine", { baseUrl: "http://127.0.0.1:10" });
    },
    (api) => api.registerProvider("mine", { headers: { "x-team": "a" } }),
  ]);
  const { models } = setup.services;
  expect(models.getModels("mine")).toMatchObject([{ id: "m1", baseUrl: "http://127.0.0.1:10" }]);
  expect(await models.getProviderAuth("mine")).toEqual({ auth: { apiKey: "none", headers: { "x-team": "a" } } });
  pi?.registerProvider("mine", { models: [{ id: "m2" }] });
  expect(models.getModels("mine")).toMatchObject([{ id: "m2", baseUrl: "http://127.0.0.1:10" }]);
});

test("modelOverrides of models.json reach the models of an extension", () => {
  const folder = mkdtempSync(join(tmpdir(), "tau-overrides-"));
  try {
    const modelsPath = join(folder, "models.json");
    writeFileSync(modelsPath, JSON.stringify({ providers: { mine: { modelOverrides: { m1: { maxTokens: 99 } } } } }));
    const models = new ModelRegistry({ auth: AuthStorage.inMemory(), catalogue: builtInCatalogue, modelsPath });
    expect(models.getError()).toContain("mine");
    models.registerProvider("mine", { ...ADDRESS, models: [{ id: "m1" }] });
    expect(models.getModels("mine")).toMatchObject([{ id: "m1", maxTokens: 99 }]);
    expect(models.getError()).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("an extension finds every model at session_start, and the demonstration only where there is no other to use", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tau-all-models-"));
  const path = join(folder, "look.js");
  const seen: { all?: string[]; available?: string[] } = {};
  Object.assign(globalThis, { seenModels: seen });
  writeFileSync(
    path,
    `const providers = (models) => [...new Set(models.map(({ provider }) => provider))];
    export default (pi) => pi.on("session_start", (_event, { modelRegistry }) => {
      globalThis.seenModels.all = providers(modelRegistry.getAll());
      globalThis.seenModels.available = providers(modelRegistry.getAvailable());
    });`,
  );
  try {
    await using _setup = await sessionWith([], { paths: [path] });
    expect(seen.all).toEqual(expect.arrayContaining(["anthropic", "openai", "google", "demo"]));
    expect(seen.available).toContain("faux");
    expect(seen.available).not.toContain("demo");
  } finally {
    rmSync(folder, { recursive: true, force: true });
    Reflect.deleteProperty(globalThis, "seenModels");
  }
});

test("models that no request could reach are refused: no address, no code of their own, no known provider", () => {
  const folder = mkdtempSync(join(tmpdir(), "tau-models-"));
  try {
    const modelsPath = join(folder, "models.json");
    writeFileSync(modelsPath, '{ "providers": { "listed": { "baseUrl": "http://127.0.0.1:9/v1" } } }');
    const registry = new ModelRegistry({ auth: AuthStorage.inMemory(), catalogue: builtInCatalogue, modelsPath });
    const registrations = ProviderRegistrations.of(registry);
    const models = [{ id: "m1" }];
    const without = { apiKey: "none", api: "openai-completions", models } as const;
    expect(() => registrations.register("mine", without)).toThrow(
      'Provider "mine" has no address for its model "m1". Give the provider or the model a "baseUrl", or the provider a "streamSimple".',
    );
    expect(registry.getModels("mine")).toEqual([]);
    registrations.register("mine", { ...without, streamSimple: answering("own code") });
    registrations.register("each", { ...without, models: [{ id: "m1", baseUrl: ADDRESS.baseUrl }] });
    registrations.register("openai", without);
    registrations.register("listed", without);
    expect(["mine", "each", "openai", "listed"].map((name) => registry.find(name, "m1")?.id)).toEqual(
      Array.from({ length: 4 }, () => "m1"),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
