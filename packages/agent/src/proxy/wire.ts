import type {
  AssistantError,
  AssistantMessage,
  Context,
  DoneReason,
  FailureReason,
  SimpleStreamOptions,
  ToolCall,
  Usage,
} from "@tau/ai";

/** The path of a proxy below its base URL. */
export const PROXY_PATH = "/api/stream";

/** The names of the options that are sent. Keys are not, because the server has its own, and neither is the target address. */
const TRAVELLING = [
  "temperature",
  "samplingParams",
  "maxTokens",
  "reasoning",
  "cacheRetention",
  "sessionId",
  "headers",
  "metadata",
  "transport",
  "thinkingBudgets",
  "maxRetryDelayMs",
  "toolChoice",
] as const satisfies readonly (keyof SimpleStreamOptions)[];

export type ProxySerializableStreamOptions = Pick<SimpleStreamOptions, (typeof TRAVELLING)[number]>;

/** Picks the options to send from an object that may have other fields. */
export function travellingOptions(options: object): ProxySerializableStreamOptions {
  const given = options as Readonly<Record<string, unknown>>;
  return Object.fromEntries(TRAVELLING.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]));
}

/** The body of a request. The proxy decides the model's server and key. */
export interface ProxyRequest {
  model: { provider: string; id: string; api?: string };
  context: Context;
  options: ProxySerializableStreamOptions;
}

/** Details that only the end of an answer provides, besides its usage. */
export type ProxyAnswerDetails = Pick<
  AssistantMessage,
  "responseModel" | "responseId" | "rawStopReason" | "thinkingLevel" | "providerThinkingLevel"
>;

/** The events of a stream without the growing message: each contains only what is new. */
export type ProxyAssistantMessageEvent =
  | { type: "start" }
  | { type: "text_start"; contentIndex: number }
  | { type: "text_delta"; contentIndex: number; delta: string }
  | { type: "text_end"; contentIndex: number; contentSignature?: string }
  | { type: "thinking_start"; contentIndex: number }
  | { type: "thinking_delta"; contentIndex: number; delta: string }
  | { type: "thinking_end"; contentIndex: number; contentSignature?: string; redacted?: boolean }
  | { type: "toolcall_start"; contentIndex: number; id: string; toolName: string }
  | { type: "toolcall_delta"; contentIndex: number; delta: string }
  | { type: "toolcall_end"; contentIndex: number; toolCall: ToolCall }
  | { type: "done"; reason: DoneReason; usage: Usage; details?: ProxyAnswerDetails }
  | {
      type: "error";
      reason: FailureReason;
      errorMessage?: string;
      usage: Usage;
      error?: AssistantError;
      details?: ProxyAnswerDetails;
    };

export interface ProxyStreamOptions extends ProxySerializableStreamOptions {
  signal?: AbortSignal;
  /** Replaces `globalThis.fetch`. */
  fetch?: typeof globalThis.fetch;
  /** How often a request is retried before the first event (default 2). */
  maxRetries?: number;
  /** Identifies the user to the proxy. */
  authToken: string;
  /** For example `https://genai.example.com`. */
  proxyUrl: string;
}
