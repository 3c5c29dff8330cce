import type { AssistantMessage, Message, Model, ModelThinkingLevel } from "@tau/ai";

/** The protocol of a model that only chooses another: no request is ever made by it. */
export const VIRTUAL_MODEL_API = "pi-virtual";

/**
 * Why a request is made. `user`: the first after something the user wrote. `continuation`: any other of a run. `retry`: again, after one
 * that failed. `direct`: outside of a run, such as for a summary.
 */
export type ModelRouteReason = "user" | "continuation" | "retry" | "direct";

export interface RoutedModel {
  model: Model;
  thinkingLevel?: ModelThinkingLevel;
}

export interface ModelRouteRequest<TState = unknown> {
  /** The one that was chosen, and its level, which means what the router makes of it. */
  model: Model;
  thinkingLevel: ModelThinkingLevel;
  reason: ModelRouteReason;
  /** Who gave the latest answer in `messages`. */
  previous?: RoutedModel;
  /** For a retry: who failed, and how. Absent where the router itself did. */
  failed?: RoutedModel & { message: AssistantMessage };
  /** What the router last returned on this branch. */
  state?: TState;
  messages: readonly Message[];
  signal?: AbortSignal;
}

export interface ModelRoute<TState = unknown> {
  model: Model;
  thinkingLevel: ModelThinkingLevel;
  /** Kept on the branch unless it is the state that was given. JSON only. */
  state?: TState;
}

/** A model to choose that hands each request to another. */
export interface VirtualModelDefinition<TState = unknown> {
  provider: string;
  /** No id of another model of the provider. */
  id: string;
  name: string;
  /** What can be chosen. Default: `off` alone. */
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

/** The entry in the list of models. */
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
