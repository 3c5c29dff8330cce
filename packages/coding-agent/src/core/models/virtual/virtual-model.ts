import type { AssistantMessage, Message, Model, ModelThinkingLevel } from "@tau/ai";

/** Protocol of a model that only chooses another model. No request is ever sent with it. */
export const VIRTUAL_MODEL_API = "pi-virtual";

/**
 * Why a request is made. `user`: the first request after a user message. `continuation`: any other request of a run.
 * `retry`: a repetition after a failure. `direct`: a request outside a run, such as for a summary.
 */
export type ModelRouteReason = "user" | "continuation" | "retry" | "direct";

export interface RoutedModel {
  model: Model;
  thinkingLevel?: ModelThinkingLevel;
}

export interface ModelRouteRequest<TState = unknown> {
  /** The virtual model that the user chose. The router decides what its thinking level means. */
  model: Model;
  thinkingLevel: ModelThinkingLevel;
  reason: ModelRouteReason;
  /** The model that gave the latest answer in `messages`. */
  previous?: RoutedModel;
  /** For a retry: the model that failed, and its answer. Absent if the router itself failed. */
  failed?: RoutedModel & { message: AssistantMessage };
  /** The state that the router last returned on this branch. */
  state?: TState;
  messages: readonly Message[];
  signal?: AbortSignal;
}

export interface ModelRoute<TState = unknown> {
  model: Model;
  thinkingLevel: ModelThinkingLevel;
  /** Stored on the branch unless it is the same state that was given. Must be JSON. */
  state?: TState;
}

/** A model that hands each request to another model. */
export interface VirtualModelDefinition<TState = unknown> {
  provider: string;
  /** Must not be the id of another model of the provider. */
  id: string;
  name: string;
  /** The levels that the user can choose. Default: only `off`. */
  thinkingLevels?: readonly ModelThinkingLevel[];
  /** Shown until a model has answered. */
  contextWindow?: number;
  maxTokens?: number;
  /** Default: text and images. */
  input?: ("text" | "image")[];
  route(request: ModelRouteRequest<TState>): ModelRoute<TState> | Promise<ModelRoute<TState>>;
}

export function isVirtualModel({ api }: { readonly api: string }): boolean {
  return api === VIRTUAL_MODEL_API;
}

const LEVELS: readonly ModelThinkingLevel[] = ["off", "minimal", "low", "medium", "high", "xhigh", "max"];

/** Creates the entry for the list of models. */
export function createVirtualModel(definition: Omit<VirtualModelDefinition, "route">): Model {
  const { provider, id, name, thinkingLevels = ["off"], contextWindow = 0, maxTokens = 0 } = definition;
  return {
    provider,
    id,
    name,
    api: VIRTUAL_MODEL_API,
    baseUrl: "",
    input: definition.input ?? ["text", "image"],
    reasoning: thinkingLevels.some((level) => level !== "off"),
    thinkingLevelMap: Object.fromEntries(LEVELS.map((level) => [level, thinkingLevels.includes(level) ? level : null])),
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow,
    maxTokens,
  };
}
