import type { Api, Model, ModelThinkingLevel, ProviderId } from "@tau/ai";

/** The request body, right before it is sent. */
export interface BeforeProviderRequestEvent {
  type: "before_provider_request";
  payload: unknown;
}

/** Any value except `undefined` replaces the payload. */
export type BeforeProviderRequestEventResult = unknown;

/** Handlers change `headers` in place; `null` removes a header. */
export interface BeforeProviderHeadersEvent {
  type: "before_provider_headers";
  headers: Record<string, string | null>;
}

export interface AfterProviderResponseEvent {
  type: "after_provider_response";
  status: number;
  headers: Record<string, string>;
}

/** A parsed event of the provider's stream, before Tau converts it. Read only. */
export interface ProviderStreamEvent {
  type: "provider_stream_event";
  provider: ProviderId;
  api: Api;
  model: string;
  data: unknown;
}

export type CacheWarmingAction = "warm" | "stop";

export interface CacheWarmingDecisionEvent {
  type: "cache_warming_decision";
  warmCost: number;
  missCost: number;
  continuationProbability: number;
  action: CacheWarmingAction;
}

export interface CacheWarmingDecisionEventResult {
  action?: CacheWarmingAction;
}

export type ModelSelectSource = "set" | "cycle" | "restore";

export interface ModelSelectEvent {
  type: "model_select";
  model: Model;
  previousModel: Model | undefined;
  source: ModelSelectSource;
}

export interface ThinkingLevelSelectEvent {
  type: "thinking_level_select";
  level: ModelThinkingLevel;
  previousLevel: ModelThinkingLevel;
}
