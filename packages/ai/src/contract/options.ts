import type { AssistantMessageEventStream } from "../stream/assistant-message-event-stream.ts";
import type { Context } from "./context.ts";
import type { DeferredCancelOptions, DeferredFetchOptions, DeferredHandle } from "./deferred.ts";
import type { ClientIdentity } from "./identity.ts";
import type { JsonObject } from "./json.ts";
import type { Api, Model, ThinkingLevel } from "./model.ts";
import type { TelemetrySpan } from "./telemetry.ts";

export type CacheRetention = "none" | "short" | "long";
export type Transport = "sse" | "websocket" | "websocket-cached" | "auto";

/** What a request of any kind may carry: credentials, how it travels, and who looks on. */
export interface ProviderRequestOptions<TModel = Model> {
  signal?: AbortSignal;
  apiKey?: string;
  /** Replaces `globalThis.fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Authorities, as PEM, to trust beside those the host trusts; only where `fetch` is not replaced. */
  ca?: string | string[];
  /** Looked up before the process environment. */
  env?: Record<string, string>;
  /** Added to the request; `null` removes a default header. */
  headers?: Record<string, string | null>;
  identity?: ClientIdentity;
  /** Collections record each answer they ask for as a span below this one. */
  telemetry?: TelemetrySpan;
  /** How long the server may stay silent, and four times that with signs of life alone, such as comments; 0 = for any time. */
  timeoutMs?: number;
  maxRetries?: number;
  /** A longer wait asked for by the server fails at once instead (default 60000; 0 = any). */
  maxRetryDelayMs?: number;
  /** Sees, and may replace, the request body before it is sent. */
  onPayload?: (payload: unknown, model: TModel) => unknown | Promise<unknown>;
  onResponse?: (response: ProviderResponse, model: TModel) => void | Promise<void>;
}

/** What any request for an answer may carry. Protocols add their own fields on top. */
export interface StreamOptions extends ProviderRequestOptions {
  temperature?: number;
  maxTokens?: number;
  samplingParams?: JsonObject;
  cacheRetention?: CacheRetention;
  /** Lets vendors route one session to one cache. */
  sessionId?: string;
  transport?: Transport;
  metadata?: JsonObject;
  /** How long the handshake of a WebSocket may take (default 15000; 0 = as long as it likes). */
  websocketConnectTimeoutMs?: number;
  /** Sees each parsed event of the answer before it is brought into our form, and is awaited. Read only. */
  onProviderStreamEvent?: (data: unknown, model: Model) => void | Promise<void>;
}

export interface ProviderResponse {
  status: number;
  headers: Record<string, string>;
}

/** The options that mean the same for every protocol. */
export interface SimpleStreamOptions extends StreamOptions {
  /** Absent means thinking is off. */
  reasoning?: ThinkingLevel;
  thinkingBudgets?: Partial<Record<ThinkingLevel, number>>;
  toolChoice?: "auto" | "none";
  /** Asks a vendor that can for a handle instead of the answer, which is then fetched with it. Others answer at once. */
  deferred?: boolean | { window?: "15m" | "1h" | "24h" };
}

/** Returns at once and never throws for a failed request: the failure is the stream's last event. */
export type StreamFunction<TApi extends Api = Api, TOptions extends StreamOptions = StreamOptions> = (
  model: Model<TApi>,
  context: Context,
  options?: TOptions,
) => AssistantMessageEventStream;

/** For callers that pass a protocol's own options without naming the protocol. */
export type ProviderStreamOptions = StreamOptions & Record<string, unknown>;

/** What the module of a protocol exports. */
export interface ProviderStreams extends DeferredAnswers {
  stream(model: Model, context: Context, options?: StreamOptions): AssistantMessageEventStream;
  streamSimple(model: Model, context: Context, options?: SimpleStreamOptions): AssistantMessageEventStream;
}

/** Of protocols whose vendors go on with an answer while nobody waits for it. */
export interface DeferredAnswers {
  /** Ends with the answer, or `deferred` once more where it is not ready. */
  fetchDeferred?(model: Model, handle: DeferredHandle, options?: DeferredFetchOptions): AssistantMessageEventStream;
  cancelDeferred?(model: Model, handle: DeferredHandle, options?: DeferredCancelOptions): Promise<void>;
}
