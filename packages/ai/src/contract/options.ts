import type { AssistantMessageEventStream } from "../stream/assistant-message-event-stream.ts";
import type { Context } from "./context.ts";
import type { DeferredCancelOptions, DeferredFetchOptions, DeferredHandle } from "./deferred.ts";
import type { ClientIdentity } from "./identity.ts";
import type { JsonObject } from "./json.ts";
import type { Api, Model, ThinkingLevel } from "./model.ts";
import type { TelemetrySpan } from "./telemetry.ts";

export type CacheRetention = "none" | "short" | "long";
export type Transport = "sse" | "websocket" | "websocket-cached" | "auto";

/** Options of every request: credentials, transport and observers. */
export interface ProviderRequestOptions<TModel = Model> {
  signal?: AbortSignal;
  apiKey?: string;
  /** Replaces `globalThis.fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Certificate authorities in PEM form to trust in addition to the host's; ignored if `fetch` is replaced. */
  ca?: string | string[];
  /** Overrides the process environment. */
  env?: Record<string, string>;
  /** Added to the request; `null` removes a default header. */
  headers?: Record<string, string | null>;
  identity?: ClientIdentity;
  /** A collection records each request as a child span of this one. */
  telemetry?: TelemetrySpan;
  /** How long the server may stay silent, and four times that if it sends only signs of life such as comments; 0 = no limit. */
  timeoutMs?: number;
  maxRetries?: number;
  /** If the server asks for a longer wait, the request fails at once (default 60000; 0 = no limit). */
  maxRetryDelayMs?: number;
  /** Receives the request body before it is sent and may replace it. */
  onPayload?: (payload: unknown, model: TModel) => unknown | Promise<unknown>;
  onResponse?: (response: ProviderResponse, model: TModel) => void | Promise<void>;
}

/** Options of every request for an answer. Protocols add their own fields. */
export interface StreamOptions extends ProviderRequestOptions {
  temperature?: number;
  maxTokens?: number;
  samplingParams?: JsonObject;
  cacheRetention?: CacheRetention;
  /** Lets vendors route a session to the same cache. */
  sessionId?: string;
  transport?: Transport;
  metadata?: JsonObject;
  /** How long the handshake of a WebSocket may take, in milliseconds (default 15000; 0 = no limit). */
  websocketConnectTimeoutMs?: number;
  /** Receives each parsed vendor event before it is converted, and is awaited. Must not change it. */
  onProviderStreamEvent?: (data: unknown, model: Model) => void | Promise<void>;
}

export interface ProviderResponse {
  status: number;
  headers: Record<string, string>;
}

/** The options with the same meaning in every protocol. */
export interface SimpleStreamOptions extends StreamOptions {
  /** Absent means thinking is off. */
  reasoning?: ThinkingLevel;
  thinkingBudgets?: Partial<Record<ThinkingLevel, number>>;
  toolChoice?: "auto" | "none";
  /** Asks for a handle instead of the answer, which is then fetched with it. Vendors without support answer at once. */
  deferred?: boolean | { window?: "15m" | "1h" | "24h" };
}

/** Returns at once and never throws for a failed request: a failure is the last event of the stream. */
export type StreamFunction<TApi extends Api = Api, TOptions extends StreamOptions = StreamOptions> = (
  model: Model<TApi>,
  context: Context,
  options?: TOptions,
) => AssistantMessageEventStream;

/** For callers that pass options of a protocol without naming the protocol. */
export type ProviderStreamOptions = StreamOptions & Record<string, unknown>;

/** The exports of a protocol's module. */
export interface ProviderStreams extends DeferredAnswers {
  stream(model: Model, context: Context, options?: StreamOptions): AssistantMessageEventStream;
  streamSimple(model: Model, context: Context, options?: SimpleStreamOptions): AssistantMessageEventStream;
}

/** For protocols whose vendors can produce an answer in the background. */
export interface DeferredAnswers {
  /** Ends with the answer, or with `deferred` again if it is not ready. */
  fetchDeferred?(model: Model, handle: DeferredHandle, options?: DeferredFetchOptions): AssistantMessageEventStream;
  cancelDeferred?(model: Model, handle: DeferredHandle, options?: DeferredCancelOptions): Promise<void>;
}
