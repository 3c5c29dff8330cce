import * as fc from "fast-check";
import type { Library } from "../../library.ts";
import { subject } from "../../subject.ts";
import { anonymous } from "../anonymous.ts";
import { rounded } from "./functions.ts";
import { answerOf, modelOf, protocols, setupOf } from "./protocols.ts";
import { comparableRequest, withServer } from "./recording-server.ts";

const step = fc.constantFrom(
  "set-a",
  "set-b",
  "set-a-again",
  "delete-a",
  "delete-missing",
  "clear",
  "refresh",
  "refresh-offline",
  "refresh-failing",
);

export const collectionSubjects = [
  subject<string[]>({
    name: "ai/models-collection",
    inputs: fc.array(step, { maxLength: 5 }),
    runs: 120,
    run: async (library, steps) => {
      const models = library.ai.createModels({ credentials: new library.ai.InMemoryCredentialStore() });
      const seen: unknown[] = [];
      for (const each of steps) {
        seen.push(await outcome(() => apply(library, models, each)));
        seen.push({
          providers: models.getProviders().map(({ id, name, baseUrl }) => ({ id, name, baseUrl })),
          models: models.getModels().map(({ id, provider }) => `${provider}/${id}`),
          ofA: models.getModels("a").map(({ id }) => id),
          one: models.getModel("a", "m1")?.name,
          missing: models.getModel("a", "zzz") === undefined && models.getProvider("zzz") === undefined,
          available: (await models.getAvailable()).map(({ id }) => id),
        });
      }
      return seen;
    },
  }),
  subject<{ api: string; headers: boolean; transform: boolean; key: boolean }>({
    name: "ai/collection-request",
    inputs: fc.record({
      api: fc.constantFrom("openai-completions", "anthropic-messages", "missing-api"),
      headers: fc.boolean(),
      transform: fc.boolean(),
      key: fc.boolean(),
    }),
    runs: 40,
    run: async (library, { api, headers, transform, key }) => {
      const { ai } = library;
      const setup = setupOf(api === "missing-api" ? "openai-completions" : api);
      const credentials = new ai.InMemoryCredentialStore();
      if (key) await credentials.modify("own", () => Promise.resolve({ type: "api_key", key: "stored" } as never));
      const models = ai.createModels({ credentials });
      const { result, requests } = await withServer(
        [answerOf(setup.api, { says: [{ text: ["ok"] }] })],
        async (url) => {
          const model = { ...(modelOf(setup, url) as object), api, provider: "own" } as never;
          models.setProvider(
            ai.createProvider({
              id: "own",
              ...(headers ? { headers: { "x-provider": "1" } } : {}),
              auth: { apiKey: ai.envApiKeyAuth("Own", []) },
              models: [model],
              api: { "openai-completions": ai.openAICompletionsApi(), "anthropic-messages": ai.anthropicMessagesApi() },
            } as never),
          );
          const transformHeaders = (all: object) => ({ ...all, "x-changed": "yes" });
          return outcome(async () => {
            const answer = await models.completeSimple(
              model,
              { messages: [{ role: "user", content: "go", timestamp: 1 }] } as never,
              { maxRetries: 0, ...(transform ? { transformHeaders } : {}) } as never,
            );
            return { stopReason: answer.stopReason, error: typeof answer.errorMessage };
          });
        },
      );
      return { result, requests: requests.map(comparableRequest).map((each) => (each as { headers: object }).headers) };
    },
  }),
  subject<string[]>({
    name: "ai/api-registry",
    inputs: fc.array(
      fc.constantFrom(
        "register",
        "register-again",
        "override",
        "unregister",
        "unregister-other",
        "reset",
        "builtins",
        "faux",
      ),
      { maxLength: 5 },
    ),
    runs: 80,
    run: async ({ ai }, steps) => {
      ai.resetApiProviders();
      const seen: unknown[] = [];
      const provider = (api: string, name: string) => ({
        api,
        stream: () => answering(ai, name),
        streamSimple: () => answering(ai, name),
      });
      const actions: Readonly<Record<string, () => void>> = {
        register: () => ai.registerApiProvider(provider("own-api", "first") as never, "source"),
        "register-again": () => ai.registerApiProvider(provider("own-api", "second") as never, "source-2"),
        override: () => ai.registerApiProvider(provider("openai-completions", "mine") as never, "source"),
        unregister: () => ai.unregisterApiProviders("source"),
        "unregister-other": () => ai.unregisterApiProviders("zzz"),
        reset: () => ai.resetApiProviders(),
        builtins: () => ai.registerBuiltInApiProviders(),
        faux: () => ai.registerFauxProvider({ api: "faux-api" }).unregister(),
      };
      for (const each of steps) {
        actions[each]?.();
        seen.push({
          known: ai
            .getApiProviders()
            .map(({ api }) => api)
            .filter((api) => !OURS_ONLY.has(api))
            .sort(),
          own: ai.getApiProvider("own-api")?.api,
          answer: await outcome(async () => {
            const model = modelOf(setupOf("openai-completions"), "http://127.0.0.1:9", { api: "own-api" });
            return (await ai.complete(model, { messages: [] })).responseId;
          }),
        });
      }
      ai.resetApiProviders();
      return seen;
    },
  }),
  subject<string>({
    name: "ai/lazy-apis",
    inputs: fc.constantFrom(...protocols.map(({ lazy }) => lazy)),
    examples: protocols.map(({ lazy }) => lazy),
    runs: 0,
    run: async ({ ai }, name) => {
      const setup = protocols.find(({ lazy }) => lazy === name) ?? protocols[0]!;
      const make = (
        ai as unknown as Record<string, () => { streamSimple: (...args: unknown[]) => { result(): Promise<unknown> } }>
      )[name];
      const { result, requests } = await withServer([answerOf(setup.api, { says: [{ text: ["ok"] }] })], (url) => {
        const context = ai.normalizeContext({ messages: [{ role: "user", content: "go", timestamp: 1 }] });
        const options = { apiKey: setup.apiKey, env: setup.env, transport: "sse", maxRetries: 0 };
        return make!().streamSimple(modelOf(setup, url), context, options).result();
      });
      const { stopReason, content } = result as { stopReason: string; content: { text?: string }[] };
      return {
        members: Object.keys(make!()).sort(),
        stopReason,
        text: content.map(({ text }) => text),
        requests: requests.length,
      };
    },
  }),
  subject<{ responses: string[]; calls: number; tokenSize?: object; simple: boolean }>({
    name: "ai/faux-provider",
    inputs: fc.record(
      {
        responses: fc.array(fc.constantFrom("text", "thinking", "call", "error", "factory", "throws"), {
          maxLength: 3,
        }),
        calls: fc.integer({ min: 1, max: 3 }),
        tokenSize: fc.constantFrom({ min: 1000, max: 1000 }),
        simple: fc.boolean(),
      },
      { requiredKeys: ["responses", "calls", "simple", "tokenSize"] },
    ),
    runs: 80,
    run: async ({ ai }, { responses, calls, tokenSize, simple }) => {
      const handle = simple
        ? ai.registerFauxProvider({ api: "faux-1", provider: "faux-p", tokenSize: tokenSize as never })
        : ai.fauxProvider({ api: "faux-1", provider: "faux-p", tokenSize: tokenSize as never });
      handle.setResponses(responses.map((kind) => fauxResponse(ai, kind)) as never);
      const streams = simple
        ? undefined
        : (handle as unknown as { provider: { streamSimple: typeof ai.streamSimple } }).provider;
      const seen: unknown[] = [];
      for (let count = 0; count < calls; count++) {
        const context = {
          messages: [{ role: "user" as const, content: "hello there", timestamp: 1 }],
          systemPrompt: "Be brief.",
        };
        const stream = streams
          ? streams.streamSimple(handle.getModel() as never, ai.normalizeContext(context as never))
          : ai.streamSimple(handle.getModel() as never, context as never);
        const events: unknown[] = [];
        for await (const event of stream) events.push(kindOf(event));
        const { errorMessage, ...message } = await stream.result();
        seen.push({
          events,
          message: { ...message, error: typeof errorMessage },
          left: handle.getPendingResponseCount(),
        });
      }
      if ("unregister" in handle) handle.unregister();
      return rounded(anonymous({ seen, state: handle.state, models: handle.models, missing: handle.getModel("zzz") }));
    },
  }),
  subject<string>({
    name: "ai/faux-parts",
    inputs: fc.constantFrom("text", "blocks", "block", "options"),
    runs: 8,
    run: ({ ai }, kind) => {
      const core = ai.createFauxCore({});
      const made = {
        text: ai.fauxAssistantMessage("hi"),
        blocks: ai.fauxAssistantMessage([
          ai.fauxText("a"),
          ai.fauxThinking("b"),
          ai.fauxToolCall("t", { a: 1 }, { id: "c" }),
        ]),
        block: ai.fauxAssistantMessage(ai.fauxToolCall("t", {})),
        options: ai.fauxAssistantMessage("x", {
          stopReason: "error",
          errorMessage: "e",
          responseId: "r",
          timestamp: 5,
        }),
      }[kind];
      return anonymous({ made, core: Object.keys(core).sort(), models: core.models.length, api: typeof core.api });
    },
  }),
  subject<string[]>({
    name: "ai/event-stream",
    inputs: fc.array(fc.constantFrom("push", "done", "end", "end-result", "read"), { maxLength: 6 }),
    runs: 120,
    run: async ({ ai }, steps) => {
      const stream = new ai.EventStream<{ type: string; n: number }, string>(
        (event) => event.type === "done",
        (event) => `result ${event.n}`,
      );
      const reader = stream[Symbol.asyncIterator]();
      const reads: Promise<unknown>[] = [];
      for (const [n, each] of steps.entries()) {
        if (each === "push") stream.push({ type: "item", n });
        if (each === "done") stream.push({ type: "done", n });
        if (each === "end") stream.end();
        if (each === "end-result") stream.end("given");
        if (each === "read") reads.push(reader.next());
      }
      const pending = new Promise((resolve) => setTimeout(resolve, 5, "pending"));
      const settled = await Promise.all([...reads, stream.result()].map((each) => Promise.race([each, pending])));
      return { settled, classes: new ai.AssistantMessageEventStream() instanceof ai.EventStream };
    },
  }),
  subject<string>({
    name: "ai/lazy-stream",
    inputs: fc.constantFrom("events", "throws", "fails-midway", "empty", "api-throws"),
    runs: 10,
    run: async ({ ai }, kind) => {
      const model = modelOf(setupOf("openai-completions"), "http://127.0.0.1:9");
      const setup = (): Promise<never> => {
        if (kind.endsWith("throws")) return Promise.reject(new Error("cannot load"));
        return Promise.resolve(lazyEvents(ai, kind) as never);
      };
      const stream =
        kind === "api-throws"
          ? ai.lazyApi(setup).streamSimple(model, ai.normalizeContext({ messages: [] }))
          : ai.lazyStream(model, setup);
      const events: unknown[] = [];
      for await (const event of stream) events.push(kindOf(event));
      const pending = new Promise((resolve) => setTimeout(resolve, 20, { stopReason: "pending" }));
      const { stopReason, errorMessage, api, provider } = (await Promise.race([stream.result(), pending])) as Awaited<
        ReturnType<typeof stream.result>
      >;
      return { events, stopReason, error: typeof errorMessage, api, provider };
    },
  }),
  subject<string[]>({
    name: "ai/session-cleanup",
    inputs: fc.array(fc.constantFrom("add", "remove", "clean", "clean-one", "add-failing"), { maxLength: 5 }),
    runs: 60,
    run: ({ ai }, steps) => {
      const calls: unknown[] = [];
      const removes: (() => void)[] = [];
      for (const [index, each] of steps.entries()) {
        try {
          if (each === "add") removes.push(ai.registerSessionResourceCleanup((id) => void calls.push([index, id])));
          if (each === "add-failing")
            removes.push(
              ai.registerSessionResourceCleanup(() => {
                throw new Error("no");
              }),
            );
          if (each === "remove") removes.pop()?.();
          if (each === "clean") ai.cleanupSessionResources();
          if (each === "clean-one") ai.cleanupSessionResources("s1");
        } catch {
          calls.push("throws");
        }
      }
      for (const remove of removes) remove();
      return calls;
    },
  }),
  subject<string[]>({
    name: "ai/models-store",
    inputs: fc.array(fc.constantFrom("write", "read", "delete", "read-other", "aborted"), { maxLength: 5 }),
    runs: 40,
    run: async ({ ai }, steps) => {
      const store: ModelsStore = new ai.InMemoryModelsStore();
      const seen: unknown[] = [];
      for (const each of steps) {
        if (each === "write") seen.push(await store.write("p", { models: [], etag: "e" } as never));
        if (each === "read") seen.push(await store.read("p"));
        if (each === "read-other") seen.push(await store.read("q"));
        if (each === "delete") seen.push(await store.delete("p"));
        if (each === "aborted") seen.push(await outcome(() => store.read("p", { signal: AbortSignal.abort() })));
      }
      return seen;
    },
  }),
  subject<string>({
    name: "ai/models-error",
    inputs: fc.constantFrom("auth", "provider"),
    runs: 4,
    run: ({ ai }, code) => {
      const error = new ai.ModelsError(code as never, "text", { cause: "why" });
      return {
        code: error.code,
        message: error.message,
        name: error.name,
        cause: error.cause,
        isError: error instanceof Error,
      };
    },
  }),
  subject<string>({
    name: "ai/catalogue",
    inputs: fc.constantFrom("anthropic", "openai", "google", "openrouter", "zzz"),
    runs: 12,
    // Which models there are, and their prices, is data of a day: their form is compared.
    run: ({ ai }, provider) => {
      const models = ai.getModels(provider as never) as { id: string }[];
      const first = models[0];
      return {
        some: models.length > 0,
        members: REQUIRED_MEMBERS.filter((member) => first && member in first),
        same: first
          ? ai.getModel(provider as never, first.id as never) ===
            ai.getBuiltinModel(provider as never, first.id as never)
          : "",
        missing: ai.getModel(provider as never, "zzz" as never),
        listed: ai.getProviders().includes(provider as never) && ai.getBuiltinProviders().includes(provider as never),
        builtin: ai.getBuiltinModels(provider as never).length === models.length,
        date: typeof ai.getBuiltinModelDataGeneratedAt(),
        objects: ai.builtinProviders().some(({ id }) => id === provider),
        collection: ai.builtinModels().getProvider(provider)?.id,
      };
    },
  }),
  subject<string>({
    name: "ai/images",
    inputs: fc.constantFrom("openrouter", "unregistered", "own", "catalogue", "refused"),
    examples: ["openrouter", "unregistered", "own", "catalogue", "refused"],
    runs: 4,
    run: async ({ ai }, kind) => {
      ai.registerBuiltInImagesApiProviders();
      if (kind === "catalogue") {
        const [first] = ai.getImageModels("openrouter" as never) as { id: string; output: string[] }[];
        return {
          providers: ai.getImageProviders().includes("openrouter" as never),
          output: first?.output.includes("image"),
          same:
            (ai.getImageModel("openrouter" as never, (first?.id ?? "zzz") as never) as { id: string } | undefined)
              ?.id === first?.id,
          api: ai.getImagesApiProvider("openrouter-images")?.api,
          missing: ai.getImagesApiProvider("zzz"),
        };
      }
      if (kind === "own")
        ai.registerImagesApiProvider({
          api: "own-images",
          generateImages: () => Promise.resolve({ output: [{ type: "text", text: "own" }], stopReason: "stop" }),
        } as never);
      const api = { openrouter: "openrouter-images", refused: "openrouter-images", own: "own-images" }[kind] ?? "zzz";
      const picture = { type: "image_url", image_url: { url: "data:image/png;base64,QUJD" } };
      const body = {
        id: "gen-1",
        choices: [{ message: { content: "Here", images: [picture] } }],
        usage: { prompt_tokens: 5, completion_tokens: 7 },
      };
      const response =
        kind === "refused"
          ? { status: 400, body: "{}" }
          : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
      const { result, requests } = await withServer([response], (url) => {
        const model = {
          type: "image",
          id: "img",
          name: "img",
          api,
          provider: "openrouter",
          baseUrl: `${url}/v1`,
          input: ["text"],
          output: ["image", "text"],
          cost: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 },
        };
        const generate = kind === "openrouter" ? ai.generateImagesOpenRouter : ai.generateImages;
        const input = [
          { type: "text" as const, text: "a cat" },
          { type: "image" as const, data: "QUJD", mimeType: "image/png" },
        ];
        return outcome(() => generate(model as never, { input } as never, { apiKey: "k", maxRetries: 0 } as never));
      });
      const { errorMessage, ...rest } = result as { errorMessage?: string };
      return rounded(
        anonymous({ result: { ...rest, error: typeof errorMessage }, requests: requests.map(comparableRequest) }),
      );
    },
  }),
  subject<string>({
    name: "ai/radius",
    inputs: fc.constantFrom("default", "options"),
    runs: 2,
    run: ({ ai }, kind) => {
      const made =
        kind === "default"
          ? ai.radiusProvider()
          : ai.radiusProvider({ id: "r", name: "R", gateway: "https://example.com" });
      const { id, name, baseUrl, auth } = made;
      return {
        id,
        name,
        baseUrl,
        auth: Object.keys(auth).sort(),
        models: made.getModels().length,
        refresh: typeof made.refreshModels,
      };
    },
  }),
  subject<boolean>({
    name: "ai/bedrock-module",
    inputs: fc.constant(true),
    runs: 1,
    leavesState: true,
    run: async ({ ai }) => {
      const streams = { stream: () => answering(ai, "module"), streamSimple: () => answering(ai, "module") };
      ai.setBedrockProviderModule(streams as never);
      const model = modelOf(setupOf("bedrock-converse-stream"), "http://127.0.0.1:9");
      const { responseId } = await ai.completeSimple(model, { messages: [] }, { apiKey: "k", maxRetries: 0 } as never);
      return responseId;
    },
  }),
];

/** Protocols that Tau has beside those of pi. */
const OURS_ONLY: ReadonlySet<string> = new Set(["ollama", "demo"]);
const REQUIRED_MEMBERS = [
  "id",
  "name",
  "api",
  "provider",
  "baseUrl",
  "reasoning",
  "input",
  "cost",
  "contextWindow",
  "maxTokens",
];

async function outcome(use: () => unknown): Promise<unknown> {
  try {
    return await use();
  } catch (error) {
    return { throws: (error as { code?: unknown }).code };
  }
}

function kindOf(event: { type: string }): unknown {
  const { type, delta, content, contentIndex, reason } = event as Record<string, unknown>;
  return { type, delta, content, contentIndex, reason };
}

interface ModelsStore {
  read(providerId: string, options?: { signal: AbortSignal }): Promise<unknown>;
  write(providerId: string, entry: never): Promise<void>;
  delete(providerId: string): Promise<void>;
}

type Models = ReturnType<Library["ai"]["createModels"]>;

async function apply({ ai }: Library, models: Models, step: string): Promise<unknown> {
  const provider = (id: string, names: readonly string[], fetches?: "works" | "fails") =>
    ai.createProvider({
      id,
      auth: { apiKey: ai.envApiKeyAuth("Key", id === "a" ? ["PATH"] : ["NOT_THERE"]) },
      models: names.map((name) =>
        modelOf(setupOf("openai-completions"), "http://127.0.0.1:9", { id: name, name, provider: id }),
      ),
      api: ai.openAICompletionsApi(),
      ...(fetches
        ? {
            fetchModels: () =>
              fetches === "works"
                ? Promise.resolve([
                    modelOf(setupOf("openai-completions"), "http://127.0.0.1:9", { id: "fetched", provider: id }),
                  ])
                : Promise.reject(new Error("unreachable")),
          }
        : {}),
    } as never);
  if (step === "set-a") return models.setProvider(provider("a", ["m1", "m2"], "works"));
  if (step === "set-a-again") return models.setProvider(provider("a", ["m3"]));
  if (step === "set-b") return models.setProvider(provider("b", ["m1"], "fails"));
  if (step === "delete-a") return models.deleteProvider("a");
  if (step === "delete-missing") return models.deleteProvider("zzz");
  if (step === "clear") return models.clearProviders();
  const options =
    step === "refresh-offline"
      ? { allowNetwork: false }
      : step === "refresh-failing"
        ? { providers: ["b", "zzz"] }
        : {};
  const { aborted, errors } = await models.refresh(options);
  return { aborted, errors: [...errors.keys()] };
}

function answering(ai: Library["ai"], responseId: string): unknown {
  const stream = ai.createAssistantMessageEventStream();
  const message = { ...ai.fauxAssistantMessage("x"), responseId };
  queueMicrotask(() => stream.push({ type: "done", reason: "stop", message } as never));
  return stream;
}

function fauxResponse(ai: Library["ai"], kind: string): unknown {
  if (kind === "text") return ai.fauxAssistantMessage("some text");
  if (kind === "thinking") return ai.fauxAssistantMessage([ai.fauxThinking("hm"), ai.fauxText("yes")]);
  if (kind === "call")
    return ai.fauxAssistantMessage(ai.fauxToolCall("t", { a: "b" }, { id: "c1" }), { stopReason: "toolUse" });
  if (kind === "error") return ai.fauxAssistantMessage("part", { stopReason: "error", errorMessage: "failed" });
  if (kind === "throws")
    return () => {
      throw new Error("factory failed");
    };
  return (context: { messages: unknown[] }, _options: unknown, state: { callCount: number }) =>
    ai.fauxAssistantMessage(`${context.messages.length} messages, call ${state.callCount}`);
}

async function* lazyEvents(ai: Library["ai"], kind: string): AsyncGenerator<unknown> {
  if (kind === "empty") return;
  const message = ai.fauxAssistantMessage("x");
  yield { type: "start", partial: message };
  if (kind === "fails-midway") throw new Error("midway");
  yield { type: "done", reason: "stop", message };
}
