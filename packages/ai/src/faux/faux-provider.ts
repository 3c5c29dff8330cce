import { RequestError } from "../ai-error.ts";
import { createProvider } from "../collection/create-provider.ts";
import type { ModelProvider } from "../collection/types.ts";
import type { Context } from "../contract/context.ts";
import type { DeferredHandle } from "../contract/deferred.ts";
import type { AssistantMessage } from "../contract/messages.ts";
import type { Model, ModelCost, ModelInputLimits } from "../contract/model.ts";
import type { ProviderStreams, SimpleStreamOptions, StreamFunction } from "../contract/options.ts";
import { registerApiProvider, unregisterApiProviders } from "../registry/api-registry.ts";
import { assemble } from "../stream/assemble.ts";
import { DeferredAnswers, type FauxDeferredOptions } from "./deferred-answers.ts";
import type { Pace, playMessage } from "./play-message.ts";
import { PromptCache } from "./prompt-cache.ts";

const DEFAULT_MODEL = "faux-1";

export interface FauxModelDefinition {
  id: string;
  name?: string;
  reasoning?: boolean;
  input?: ("text" | "image")[];
  inputLimits?: ModelInputLimits;
  cost?: ModelCost;
  contextWindow?: number;
  maxTokens?: number;
}

export interface FauxProviderState {
  callCount: number;
  deferredFetchCount: number;
  cancelledDeferred: DeferredHandle[];
}

export type FauxResponseFactory = (
  context: Context,
  options: SimpleStreamOptions | undefined,
  state: FauxProviderState,
  model: Model<string>,
) => AssistantMessage | Promise<AssistantMessage>;

export type FauxResponseStep = AssistantMessage | FauxResponseFactory;

export interface RegisterFauxProviderOptions {
  api?: string;
  provider?: string;
  models?: FauxModelDefinition[];
  deferred?: FauxDeferredOptions;
  /** Spreads the answer over time; if absent, everything comes at once. */
  tokensPerSecond?: number;
  /** How many tokens one delta contains. */
  tokenSize?: { min?: number; max?: number };
}

export interface FauxCore {
  api: string;
  provider: string;
  models: [Model<string>, ...Model<string>[]];
  stream: StreamFunction<string, SimpleStreamOptions>;
  streamSimple: StreamFunction<string, SimpleStreamOptions>;
  fetchDeferred: NonNullable<ProviderStreams["fetchDeferred"]>;
  cancelDeferred: NonNullable<ProviderStreams["cancelDeferred"]>;
  getModel(): Model<string>;
  getModel(modelId: string): Model<string> | undefined;
  state: FauxProviderState;
  setResponses(responses: FauxResponseStep[]): void;
  appendResponses(responses: FauxResponseStep[]): void;
  getPendingResponseCount(): number;
}

type StreamNames = "stream" | "streamSimple" | "fetchDeferred" | "cancelDeferred";
export type FauxProviderRegistration = Omit<FauxCore, StreamNames | "provider"> & { unregister(): void };

let registrations = 0;

/** Registers a provider with scripted answers for tests: queue messages or factories, then use its model like any other. */
export function registerFauxProvider(options: RegisterFauxProviderOptions = {}): FauxProviderRegistration {
  const sourceId = `faux-${++registrations}`;
  const { streams, provider: _provider, ...core } = apart(createFauxCore({ api: sourceId, ...options }));
  registerApiProvider({ api: core.api, stream: streams.stream, streamSimple: streams.streamSimple }, sourceId);
  return { ...core, unregister: () => unregisterApiProviders(sourceId) };
}

export type FauxProviderHandle = Omit<FauxCore, StreamNames | "provider"> & { provider: ModelProvider };

/** Same as `registerFauxProvider`, but for a collection of providers, which needs no registration. */
export function fauxProvider(options: RegisterFauxProviderOptions = {}): FauxProviderHandle {
  const { streams, provider: id, ...core } = apart(createFauxCore(options));
  const auth = { apiKey: { name: "none", resolve: async () => ({ auth: {}, source: "faux" }) } };
  const provider = createProvider({ id, auth, models: core.models, api: streams });
  return { ...core, provider };
}

function apart({ stream, streamSimple, fetchDeferred, cancelDeferred, ...core }: FauxCore) {
  return { ...core, streams: { stream, streamSimple, fetchDeferred, cancelDeferred } };
}

/** Loaded on demand: programs that import the library rarely use it. */
const play: typeof playMessage = async (...message) =>
  await (await import("./play-message.ts")).playMessage(...message);

export function createFauxCore(options: RegisterFauxProviderOptions = {}): FauxCore {
  const api = options.api ?? "faux";
  const provider = options.provider ?? "faux";
  const models = createModels(api, provider, options.models);
  const state: FauxProviderState = { callCount: 0, deferredFetchCount: 0, cancelledDeferred: [] };
  const deferred = new DeferredAnswers(options.deferred ?? {});
  const cache = new PromptCache();
  const pace: Pace = { tokensPerSecond: options.tokensPerSecond, tokenSize: options.tokenSize };
  let queue: FauxResponseStep[] = [];

  const stream: FauxCore["stream"] = (model, context, requestOptions) =>
    assemble(model, requestOptions?.signal, async (assembler) => {
      state.callCount++;
      const step = queue.shift();
      if (!step) throw new RequestError("No more faux responses queued", { code: "invalid-request" });
      const answer = typeof step === "function" ? await step(context, requestOptions, state, model) : step;
      if (requestOptions?.deferred) return assembler.defer(deferred.keep(model, answer));
      assembler.reportUsage(cache.usage(context, answer, requestOptions));
      await play(assembler, answer, pace, requestOptions?.signal);
    });

  const fetchDeferred: FauxCore["fetchDeferred"] = (model, handle, { signal } = {}) =>
    assemble(model, signal, async (assembler) => {
      state.deferredFetchCount++;
      const answer = deferred.fetch(handle);
      if (!answer) return assembler.defer(handle);
      assembler.reportUsage(cache.usage({ messages: [] }, answer, undefined));
      await play(assembler, answer, pace, signal);
    });
  const cancelDeferred: FauxCore["cancelDeferred"] = async (_model, handle) => {
    state.cancelledDeferred.push(handle);
    deferred.cancel(handle);
  };

  function getModel(): Model<string>;
  function getModel(modelId: string): Model<string> | undefined;
  function getModel(modelId?: string): Model<string> | undefined {
    return modelId === undefined ? models[0] : models.find(({ id }) => id === modelId);
  }
  return {
    api,
    provider,
    models,
    stream,
    streamSimple: stream,
    fetchDeferred,
    cancelDeferred,
    getModel,
    state,
    setResponses: (responses) => {
      queue = [...responses];
    },
    appendResponses: (responses) => {
      queue.push(...responses);
    },
    getPendingResponseCount: () => queue.length,
  };
}

function createModels(
  api: string,
  provider: string,
  definitions: FauxModelDefinition[] = [],
): [Model<string>, ...Model<string>[]] {
  const create = (definition: FauxModelDefinition): Model<string> => ({
    name: definition.id === DEFAULT_MODEL ? "Faux Model" : definition.id,
    reasoning: false,
    input: ["text", "image"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 128_000,
    maxTokens: 16_384,
    ...definition,
    api,
    provider,
    baseUrl: "http://localhost:0",
  });
  const [first = { id: DEFAULT_MODEL }, ...others] = definitions;
  return [create(first), ...others.map(create)];
}
