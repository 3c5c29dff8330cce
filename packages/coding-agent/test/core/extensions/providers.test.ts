import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Model } from "@tau/ai";
import { expect, test } from "vitest";
import type { ExtensionAPI, NativeProvider } from "../../../src/core/extensions/index.ts";
import { loginCallbacks } from "../support/login-callbacks.ts";
import { ownModel, providerObject } from "../support/provider-object.ts";
import { runnerOf, sessionWith } from "./session-with.ts";

function native(parts: Partial<NativeProvider>) {
  const { provider, requests } = providerObject(parts);
  return { requests, extension: (pi: ExtensionAPI) => pi.registerProvider(provider) };
}

async function promptMine(setup: Awaited<ReturnType<typeof sessionWith>>, text = "go") {
  const model = setup.services.models.find("mine", "m1");
  if (model) await setup.session.choice.setModel(model, "set", { keepDefault: true });
  await setup.session.prompt(text);
}

test("a provider object finds its own credentials, anew for each request", async () => {
  let turn = 0;
  const { requests, extension } = native({
    auth: {
      apiKey: {
        name: "Mine",
        resolve: async ({ ctx, credential }) => {
          expect(credential).toBeUndefined();
          expect(typeof (await ctx.env("PATH"))).toBe("string");
          turn += 1;
          return {
            auth: { apiKey: `key-${turn}`, headers: { "x-account": "a" }, baseUrl: `http://127.0.0.1:${turn}` },
          };
        },
      },
    },
  });
  await using setup = await sessionWith([extension]);
  expect(setup.services.models.isUsable("mine")).toBe(true);
  const before = turn;
  await promptMine(setup);
  await promptMine(setup, "again");
  expect(
    requests.map(({ model, options: { apiKey, headers } }) => [apiKey, headers?.["x-account"], model.baseUrl]),
  ).toEqual([
    [`key-${before + 1}`, "a", `http://127.0.0.1:${before + 1}`],
    [`key-${before + 2}`, "a", `http://127.0.0.1:${before + 2}`],
  ]);
});

test("a provider object without credentials is listed and not usable, until its sign-in has left some", async () => {
  const asked: unknown[] = [];
  const { requests, extension } = native({
    auth: {
      apiKey: {
        name: "Mine setup",
        login: async (interaction) => {
          const key = await interaction.prompt({ type: "secret", message: "Key?" });
          interaction.notify({ type: "progress", message: "checking" });
          return { type: "api_key", key };
        },
        resolve: async ({ credential }) => (credential?.key ? { auth: { apiKey: credential.key } } : undefined),
      },
    },
  });
  await using setup = await sessionWith([extension]);
  const { models } = setup.services;
  expect(models.find("mine", "m1")).toBeDefined();
  expect(models.isUsable("mine")).toBe(false);
  expect(models.authStorage.getOAuthProviders()).toMatchObject([{ id: "mine", name: "Mine setup" }]);
  await models.authStorage.login(
    "mine",
    loginCallbacks({
      onPrompt: async (prompt) => {
        asked.push(prompt);
        return "typed";
      },
      onProgress: (message) => void asked.push(message),
    }),
  );
  expect(asked).toEqual([{ message: "Key?" }, "checking"]);
  expect(models.authStorage.get("mine")).toEqual({ type: "api_key", key: "typed" });
  expect(models.isUsable("mine")).toBe(true);
  await promptMine(setup);
  expect(requests[0]?.options.apiKey).toBe("typed");
});

test("a login of a provider object is renewed when it ends, and says what requests carry", async () => {
  const { requests, extension } = native({
    auth: {
      oauth: {
        name: "Mine (SSO)",
        login: async (interaction) => {
          interaction.notify({ type: "auth_url", url: "http://sign.in" });
          const access = await interaction.prompt({
            type: "select",
            message: "Who?",
            options: [{ id: "ada", label: "Ada" }],
          });
          return { type: "oauth", access, refresh: "r1", expires: 0 };
        },
        refresh: async ({ refresh, ...rest }) => ({ ...rest, refresh: `${refresh}+`, expires: Date.now() + 3_600_000 }),
        toAuth: async ({ access, refresh }) => ({ headers: { authorization: `Own ${access} ${refresh}` } }),
      },
    },
  });
  await using setup = await sessionWith([extension]);
  const opened: unknown[] = [];
  await setup.services.models.authStorage.login(
    "mine",
    loginCallbacks({
      onAuth: ({ url }) => void opened.push(url),
      onSelect: async ({ options }) => options[0]?.id,
    }),
  );
  expect(opened).toEqual(["http://sign.in"]);
  await promptMine(setup);
  expect(requests[0]?.options.headers).toMatchObject({ authorization: "Own ada r1+" });
});

test("models that a provider asks a server for are there before the session begins", async () => {
  await using server = await modelList(["found-1", "found-2"]);
  await using setup = await sessionWith([
    (pi) =>
      pi.registerProvider("local", {
        baseUrl: server.url,
        apiKey: "none",
        api: "openai-completions",
        async refreshModels({ signal }) {
          const response = await fetch(`${server.url}/models`, { signal });
          const { data } = (await response.json()) as { data: { id: string }[] };
          return data.map(({ id }) => ({ id, name: id }));
        },
      }),
    (pi) =>
      pi.registerProvider("broken", {
        baseUrl: "http://127.0.0.1:9",
        apiKey: "none",
        refreshModels: async () => {
          throw new Error("nobody there");
        },
      }),
  ]);
  expect(setup.services.models.getModels("local").map(({ id }) => id)).toEqual(["found-1", "found-2"]);
  expect(setup.errors).toMatchObject([
    { extensionPath: "<inline:2>", event: "register_provider", error: "nobody there" },
  ]);
});

test("a provider object refreshes and filters its own list", async () => {
  let models: Model[] = [];
  const { extension } = native({
    auth: { apiKey: { name: "Mine", resolve: async () => ({ auth: { apiKey: "k" } }) } },
    getModels: () => models,
    refreshModels: async ({ publish }) => {
      const update = () => {
        models = [ownModel, { ...ownModel, id: "secret" }];
      };
      await publish({ update });
    },
    filterModels: (all) => all.filter(({ id }) => id !== "secret"),
  });
  await using setup = await sessionWith([extension]);
  expect(setup.services.models.getModels("mine").map(({ id }) => id)).toEqual(["m1"]);
});

test("the registry tells an extension what a provider is and what requests to it carry", async () => {
  await using setup = await sessionWith([
    (pi) =>
      pi.registerProvider("mine", {
        name: "Mine",
        baseUrl: "http://127.0.0.1:9",
        apiKey: "literal",
        headers: { "x-team": "a" },
        models: [{ id: "m1", name: "M1" }],
      }),
  ]);
  const { modelRegistry } = runnerOf(setup.session).createContext();
  expect(await modelRegistry.getProviderAuth("mine")).toEqual({
    auth: { apiKey: "literal", headers: { "x-team": "a" } },
  });
  expect(await modelRegistry.getProviderAuth("nobody")).toBeUndefined();
  expect(modelRegistry.getProvider("mine")).toMatchObject({ id: "mine", name: "Mine" });
  expect(
    modelRegistry
      .getProvider("mine")
      ?.getModels()
      .map(({ id }) => id),
  ).toEqual(["m1"]);
  expect(modelRegistry.getProvider("nobody")).toBeUndefined();
  expect(modelRegistry.findOfType("chat", "mine", "m1")?.name).toBe("M1");
  expect(modelRegistry.findOfType("classifier", "mine", "m1")).toBeUndefined();
  expect(modelRegistry.getModelsOfType("chat", "mine")).toHaveLength(1);
});

test("unregistering a provider brings back what it had changed", async () => {
  let pi: ExtensionAPI | undefined;
  await using setup = await sessionWith([
    (api) => {
      pi = api;
      api.registerProvider("anthropic", { baseUrl: "http://moved" });
    },
  ]);
  const { models } = setup.services;
  await models.load(["anthropic"]);
  const urls = () => new Set(models.getModels("anthropic").map(({ baseUrl }) => baseUrl));
  expect(urls()).toEqual(new Set(["http://moved"]));
  pi?.unregisterProvider("anthropic");
  expect(urls().has("http://moved")).toBe(false);
});

async function modelList(ids: string[]) {
  const server = createServer((_request, response) =>
    response.end(JSON.stringify({ data: ids.map((id) => ({ id })) })),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
