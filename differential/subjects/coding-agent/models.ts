import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import type { Library } from "../../library.ts";
import { subject } from "../../subject.ts";

const model = fc.record(
  {
    id: fc.constantFrom("m1", "m2"),
    name: fc.constantFrom("Model"),
    reasoning: fc.boolean(),
    contextWindow: fc.constantFrom(1000),
    maxTokens: fc.constantFrom(10),
    input: fc.constantFrom(["text"], ["text", "image"]),
    cost: fc.constant({ input: 1, output: 2, cacheRead: 0, cacheWrite: 0 }),
  },
  { requiredKeys: ["id"] },
);
const provider = fc.record(
  {
    baseUrl: fc.constantFrom("http://127.0.0.1:9/v1"),
    api: fc.constantFrom("openai-completions", "anthropic-messages"),
    apiKey: fc.constantFrom("KEY_OF_TEST", "literal", "!echo fromcommand"),
    headers: fc.constantFrom({ "x-a": "b" }),
    authHeader: fc.boolean(),
    models: fc.array(model, { maxLength: 2 }),
    modelOverrides: fc.constantFrom({ "claude-opus-4-5": { name: "Overridden" } }, { m1: { maxTokens: 99 } }),
  },
  { requiredKeys: [] },
);
const config = fc.dictionary(fc.constantFrom("own", "other", "anthropic"), provider, { maxKeys: 2 });

export const modelSubjects = [
  subject({
    name: "coding-agent/models-json",
    inputs: config,
    runs: 100,
    run: async (library, providers) => {
      const runtime = await makeRuntime(library, JSON.stringify({ providers }));
      return {
        own: runtime.getModels("own"),
        other: runtime.getModels("other"),
        overridden: runtime
          .getModels("anthropic")
          .filter((each) => each.id === "claude-opus-4-5" || each.id === "m1")
          .map(({ name, maxTokens, baseUrl, api }) => ({ name, maxTokens, baseUrl, api })),
        error: typeof runtime.getError(),
        auth: ["own", "other"].map((id) => runtime.hasConfiguredAuth(id)),
        status: ["own", "other"].map((id) => runtime.getProviderAuthStatus(id)),
        available: (await runtime.getAvailable())
          .map((each) => `${each.provider}/${each.id}`)
          .filter((id) => /^(own|other)/.test(id)),
      };
    },
  }),
  subject({
    name: "coding-agent/register-provider",
    inputs: fc.record({
      first: provider,
      second: fc.option(provider, { nil: undefined }),
      name: fc.constantFrom("own", "anthropic"),
      remove: fc.boolean(),
    }),
    runs: 100,
    run: async (library, { first, second, name, remove }) => {
      const runtime = await makeRuntime(library, "{}");
      const outcomes = [first, second]
        .filter((each) => each !== undefined)
        .map((each) => {
          try {
            runtime.registerProvider(name, { ...each } as never);
            return "ok";
          } catch {
            return "throws";
          }
        });
      if (remove) runtime.unregisterProvider(name);
      const interesting = (each: { id: string }) => ["m1", "m2", "claude-opus-4-5"].includes(each.id);
      return {
        outcomes,
        models: runtime
          .getModels(name)
          .filter(interesting)
          .map(({ id, api, baseUrl, maxTokens, contextWindow, reasoning }) => ({
            id,
            api,
            baseUrl,
            ...(id.startsWith("m") ? { maxTokens, contextWindow, reasoning } : {}),
          })),
        registered: runtime.getRegisteredProviderIds(),
        auth: runtime.hasConfiguredAuth(name),
      };
    },
  }),
  subject({
    name: "coding-agent/model-registry",
    inputs: config,
    runs: 60,
    run: async (library, providers) => {
      const runtime = await makeRuntime(library, JSON.stringify({ providers }));
      const registry = new library.codingAgent.ModelRegistry(runtime as never);
      const found = registry.find("own", "m1");
      return {
        found: found?.id,
        none: registry.find("own", "missing"),
        error: typeof registry.getError(),
        all: registry
          .getAll()
          .filter((each) => each.provider === "own")
          .map((each) => each.id),
        key: found ? withoutWords(await registry.getApiKeyAndHeaders(found as never)) : undefined,
        providerKey: await registry.getApiKeyForProvider("own"),
        oauth: found ? registry.isUsingOAuth(found as never) : undefined,
        name: typeof registry.getProviderDisplayName("anthropic"),
      };
    },
  }),
  subject({
    name: "coding-agent/resolve-model",
    inputs: fc.record({
      cliProvider: fc.constantFrom(undefined, "own", "anthropic", "nope"),
      cliModel: fc.constantFrom(
        undefined,
        "m1",
        "own/m1",
        "own/m1:high",
        "m1:low",
        "M1",
        "claude-opus-4-5",
        "opus",
        "nope/m1",
        "own/unknown",
        "m1:nonsense",
        "sonnet:high",
      ),
      cliThinking: fc.constantFrom(undefined, "high" as const),
    }),
    runs: 150,
    run: async (library, options) => {
      const runtime = await makeRuntime(
        library,
        JSON.stringify({
          providers: {
            own: {
              baseUrl: "http://127.0.0.1:9",
              api: "openai-completions",
              apiKey: "literal",
              models: [{ id: "m1" }, { id: "m2" }],
            },
          },
        }),
      );
      const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
      const result = library.codingAgent.resolveCliModel({ ...given, modelRuntime: runtime } as never);
      const scope =
        options.cliModel === undefined
          ? undefined
          : await library.codingAgent.resolveModelScopeWithDiagnostics([options.cliModel, "own/*"], runtime as never);
      return {
        model: result.model && `${result.model.provider}/${result.model.id}`,
        thinking: result.thinkingLevel,
        error: typeof result.error,
        warning: typeof result.warning,
        scope: scope?.scopedModels.map((each) => [`${each.model.provider}/${each.model.id}`, each.thinkingLevel]),
        problems: scope?.diagnostics.length,
      };
    },
  }),
  subject({
    name: "coding-agent/stored-credential",
    inputs: fc.constantFrom(
      '{"own":{"type":"api_key","key":"k"}}',
      '{"own":{"type":"oauth","access":"a","refresh":"r","expires":1}}',
      "{}",
      "{ broken",
      "",
    ),
    runs: 5,
    run: ({ codingAgent, root }, text) => {
      const file = join(root, "auth-read.json");
      writeFileSync(file, text);
      return codingAgent.readStoredCredential("own", file);
    },
  }),
];

/** What the error says is wording. */
function withoutWords(auth: object): object {
  return "error" in auth ? { ...auth, error: typeof auth.error } : auth;
}

async function makeRuntime(
  { codingAgent, root }: Library,
  models: string,
): Promise<Awaited<ReturnType<Library["codingAgent"]["ModelRuntime"]["create"]>>> {
  const folder = join(root, "models");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "models.json"), models);
  process.env.KEY_OF_TEST = "from-environment";
  return codingAgent.ModelRuntime.create({
    authPath: join(folder, "auth.json"),
    modelsPath: join(folder, "models.json"),
    modelsStorePath: join(folder, "store.json"),
  });
}
