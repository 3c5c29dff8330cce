import * as fc from "fast-check";
import { subject } from "../../subject.ts";
import { emptyUsage } from "./conversations.ts";
import { answerOf, modelOf, protocols, setupOf } from "./protocols.ts";
import { withServer } from "./recording-server.ts";

/** What providers, proxies and HTTP clients say when a request fails. */
const ERROR_TEXTS = [
  "overloaded_error: Overloaded",
  "529 Overloaded",
  "Provider is overloaded",
  "429 Too Many Requests",
  "rate limit exceeded, try again in 20s",
  "rate_limit_error",
  "Too many requests",
  "You exceeded your current quota, please check your plan and billing details",
  "insufficient_quota",
  "Your credit balance is too low to access the API",
  "GoUsageLimitError: usage limit reached",
  "usage limit reached. Try again in 3 hours",
  "500 Internal Server Error",
  "502 Bad Gateway",
  "503 Service Unavailable",
  "504 Gateway Timeout",
  "520",
  "524 A timeout occurred",
  "internal server error",
  "The server had an error while processing your request",
  "An error occurred while processing your request. You can retry your request",
  "service unavailable",
  "server error",
  "fetch failed",
  "network error",
  "connection error.",
  "connection refused",
  "connect ECONNREFUSED 127.0.0.1:9",
  "read ECONNRESET",
  "socket hang up",
  "other side closed",
  "terminated",
  "getaddrinfo ENOTFOUND api.example.com",
  "getaddrinfo EAI_AGAIN api.example.com",
  "ETIMEDOUT",
  "request timed out",
  "timeout",
  "upstream connect error or disconnect/reset before headers",
  "reset before headers",
  "stream ended without a finish reason",
  "Stream ended before message_stop",
  "unexpected end of JSON input",
  "Unexpected EOF",
  "premature close",
  "Premature close of the connection",
  "http2 request did not get a response",
  "websocket closed 1006",
  "WebSocket error",
  "stream idle timeout",
  "400 Bad Request",
  "401 Unauthorized",
  "403 Forbidden",
  "404 Not Found",
  "invalid_request_error",
  "invalid api key",
  "Request was aborted",
  "prompt is too long: 210000 tokens > 200000 maximum",
  "exceeds the context window",
  "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)",
  "maximum prompt length is 131072 but the request contains 537812 tokens",
  "Please reduce the length of the messages or completion",
  "maximum context length is 128000 tokens",
  "prompt token count of 1000 exceeds the limit of 900",
  "request_too_large",
  "413 request entity too large",
  "input is too long for requested model",
  "exceeds the available context size",
  "greater than the context length",
  "context window exceeds limit",
  "context_length_exceeded",
  "model_context_window_exceeded",
  "token limit exceeded",
  "too many tokens",
  "Throttling error: Too many tokens, please wait before trying again.",
  "400 (no body)",
  "413 (no body)",
  "content_filter",
  "refusal",
  "deadline exceeded",
  "RESOURCE_EXHAUSTED",
  "UNAVAILABLE",
  "INTERNAL",
  "bad response status code 500",
  "provider returned error",
  "",
];

const failed = fc.record({
  errorMessage: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ERROR_TEXTS) },
    fc.tuple(fc.constantFrom(...ERROR_TEXTS), fc.constantFrom(...ERROR_TEXTS)).map(([a, b]) => `${a}: ${b}`),
    fc.constantFrom(...ERROR_TEXTS).map((text) => text.toUpperCase()),
    fc.constant(undefined),
  ),
  stopReason: fc.constantFrom("error", "error", "error", "aborted", "stop", "length"),
});

export const failureSubjects = [
  subject<{ errorMessage?: string | undefined; stopReason: string }>({
    name: "ai/retryable-error",
    inputs: failed,
    examples: ERROR_TEXTS.map((errorMessage) => ({ errorMessage, stopReason: "error" })),
    runs: 200,
    run: ({ ai }, input) => ai.isRetryableAssistantError(failure(input)),
  }),
  subject<{ errorMessage?: string | undefined; stopReason: string }>({
    name: "ai/context-overflow",
    inputs: failed,
    examples: ERROR_TEXTS.map((errorMessage) => ({ errorMessage, stopReason: "error" })),
    runs: 200,
    run: ({ ai }, input) => ai.isContextOverflow(failure(input), 100_000),
  }),
  subject({
    name: "ai/context-overflow-by-usage",
    inputs: fc.record({
      input: fc.constantFrom(0, 90, 100, 110),
      cacheRead: fc.constantFrom(0, 20),
      output: fc.constantFrom(0, 5, 100),
      window: fc.constantFrom(undefined, 0, 100),
      stopReason: fc.constantFrom("stop", "length", "toolUse"),
      desired: fc.constantFrom(0, 5, 100, 200),
    }),
    runs: 200,
    run: ({ ai }, { input, cacheRead, output, window, stopReason, desired }) => {
      const usage = { ...emptyUsage, input, output, cacheRead, totalTokens: input + output + cacheRead };
      const message = { ...(failure({ stopReason }) as object), usage } as never;
      return { overflow: ai.isContextOverflow(message, window), length: ai.isRecoverableLength(message, desired) };
    },
  }),
  subject({
    name: "ai/overflow-patterns",
    inputs: fc.constant("patterns"),
    runs: 1,
    run: ({ ai }) => {
      const patterns = ai.getOverflowPatterns();
      return { isArray: Array.isArray(patterns), areRegExps: patterns.every((each) => each instanceof RegExp) };
    },
  }),
  subject({
    name: "ai/retry-delay",
    inputs: fc.record({
      baseDelayMs: fc.constantFrom(0, 1, 100, 2000),
      maxAgentDelayMs: fc.constantFrom(undefined, 0, 50, 5000),
      attempt: fc.integer({ min: 1, max: 12 }),
    }),
    runs: 120,
    // The delay holds chance: what is compared is where it lies.
    run: ({ ai }, { baseDelayMs, maxAgentDelayMs, attempt }) => {
      const policy = { baseDelayMs, ...(maxAgentDelayMs === undefined ? {} : { maxAgentDelayMs }) };
      const delays = Array.from({ length: 30 }, () => ai.retryDelayMs(policy as never, attempt));
      const full = Math.min(baseDelayMs * 2 ** (attempt - 1), maxAgentDelayMs ?? ai.DEFAULT_MAX_AGENT_RETRY_DELAY_MS);
      return {
        isConstant: new Set(delays).size === 1,
        isZero: Math.max(...delays) === 0,
        withinFull: delays.every((delay) => delay <= full * 1.5 + 1 && delay >= full / 3 - 1),
        isWhole: delays.every(Number.isInteger),
      };
    },
  }),
  subject({
    name: "ai/retry-call",
    inputs: fc.record({
      outcomes: fc.array(fc.constantFrom("503 Service Unavailable", "insufficient_quota", "aborted", "ok", "throws"), {
        minLength: 1,
        maxLength: 4,
      }),
      policy: fc.constantFrom(
        undefined,
        { enabled: false, maxRetries: 2, baseDelayMs: 0 },
        { enabled: true, maxRetries: 0, baseDelayMs: 0 },
        { enabled: true, maxRetries: 2, baseDelayMs: 0 },
      ),
      aborted: fc.boolean(),
    }),
    runs: 120,
    run: async ({ ai }, { outcomes, policy, aborted }) => {
      const events: unknown[] = [];
      let calls = 0;
      const produce = (): Promise<never> => {
        const outcome = outcomes[Math.min(calls++, outcomes.length - 1)];
        if (outcome === "throws") return Promise.reject(new Error("thrown"));
        if (outcome === "ok") return Promise.resolve(failure({ stopReason: "stop" }));
        if (outcome === "aborted") return Promise.resolve(failure({ stopReason: "aborted" }));
        return Promise.resolve(failure({ stopReason: "error", errorMessage: outcome }));
      };
      const signal = aborted ? AbortSignal.abort() : undefined;
      const outcome = await ai
        .retryAssistantCall(produce, policy as never, signal, {
          onRetryScheduled: (attempt, max, delay, error) =>
            void events.push(["scheduled", attempt, max, typeof delay, error]),
          onRetryAttemptStart: () => void events.push(["start"]),
          onRetryFinished: (success, attempt, error) => void events.push(["finished", success, attempt, typeof error]),
        })
        .then(
          ({ stopReason, errorMessage }) => ({ stopReason, error: typeof errorMessage }),
          () => "throws",
        );
      return { outcome, events, calls };
    },
  }),
  subject<{ api: string; status: number; retryAfter?: string; maxRetries: number }>({
    name: "ai/http-retries",
    inputs: fc.record(
      {
        api: fc.constantFrom(...protocols.map(({ api }) => api)),
        status: fc.constantFrom(400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 529),
        retryAfter: fc.constantFrom("0"),
        maxRetries: fc.constantFrom(0, 1),
      },
      { requiredKeys: ["api", "status", "maxRetries"] },
    ),
    runs: 60,
    run: async (library, { api, status, retryAfter, maxRetries }) => {
      const setup = setupOf(api);
      const refused = {
        status,
        headers: { "content-type": "application/json", ...(retryAfter ? { "retry-after": retryAfter } : {}) },
        body: JSON.stringify({ error: { message: "no", type: "some_error", code: status } }),
      };
      const options = { apiKey: setup.apiKey, env: setup.env, transport: "sse", maxRetries };
      const { result, requests } = await withServer([refused, answerOf(api, { says: [{ text: ["ok"] }] })], (url) =>
        library.ai.completeSimple(
          modelOf(setup, url),
          { messages: [{ role: "user", content: "go", timestamp: 1 }] } as never,
          options as never,
        ),
      );
      const { stopReason, errorMessage, content } = result;
      const named = errorMessage === undefined ? "none" : { status: errorMessage.includes(String(status)) };
      return { requests: requests.length, stopReason, error: named, blocks: content.length };
    },
  }),
  subject<{ api: string; key: string }>({
    name: "ai/missing-key",
    inputs: fc.record({
      api: fc.constantFrom(...protocols.map(({ api }) => api)),
      key: fc.constantFrom("none", "empty"),
    }),
    runs: 20,
    run: async (library, { api, key }) => {
      const setup = setupOf(api);
      const { result, requests } = await withServer([answerOf(api, { says: [{ text: ["ok"] }] })], async (url) => {
        const options = { ...(key === "empty" ? { apiKey: "" } : {}), transport: "sse", maxRetries: 0 };
        const context = { messages: [{ role: "user", content: "go", timestamp: 1 }] };
        try {
          const stream = library.ai.streamSimple(modelOf(setup, url), context as never, options as never);
          const types: string[] = [];
          for await (const event of stream) types.push(event.type);
          return { types, stopReason: (await stream.result()).stopReason };
        } catch {
          return "throws";
        }
      });
      return { result, requests: requests.length };
    },
  }),
];

function failure(part: { errorMessage?: string | undefined; stopReason: string }): never {
  const origin = { api: "openai-completions", provider: "openai", model: "m" };
  return { role: "assistant", content: [], ...origin, usage: emptyUsage, timestamp: 1, ...part } as never;
}
