import { type KnownDifference, known } from "../subject.ts";
import { emptyUsage } from "../subjects/ai/conversations.ts";
import { functionFields } from "./ai-functions.ts";
import { openAIRequestFields } from "./ai-openai-requests.ts";
import { requestFields } from "./ai-requests.ts";
import { streamFields } from "./ai-streams.ts";
import { fieldDifferences } from "./fields.ts";
import { leavesOf } from "./leaves.ts";

interface Unusual {
  readonly api: string;
  readonly edge: string;
}

/** A kind of unusual message that is sent in another way, with any protocol. */
function unusual(edge: string, status: "accepted" | "open", reason: string, api = "openai-responses"): KnownDifference {
  return known<Unusual>({
    subject: "ai/unusual-messages",
    status,
    reason,
    example: { api, edge },
    matches: ({ input }) => input.edge === edge,
  });
}

export const aiDifferences: readonly KnownDifference[] = [
  ...fieldDifferences([...openAIRequestFields, ...requestFields, ...streamFields, ...functionFields]),
  unusual(
    "foreign-thinking",
    "open",
    "Thinking of another model is left out; pi sends it as a text of the assistant, before the text of the answer.",
  ),
  unusual(
    "text-of-a-failed-answer",
    "accepted",
    "The text of an answer that broke off stays in the conversation, since the user saw it and may refer to it; pi drops it.",
  ),
  unusual(
    "result-of-a-failed-answer",
    "accepted",
    "The result of a call that is not sent is not sent either: providers refuse a request with it.",
  ),
  unusual(
    "result-without-a-call",
    "accepted",
    "A result without its call is not sent: providers refuse a request with it.",
  ),
  unusual(
    "same-id-twice",
    "accepted",
    "A call whose id occurred before gets another id: providers refuse a request with two calls of one id.",
  ),
  unusual(
    "lone-surrogate",
    "accepted",
    "Half of a surrogate pair is sent as a replacement character; pi leaves it out.",
  ),
  unusual(
    "two-images-for-a-text-model",
    "accepted",
    "Each image that a model cannot take is named; pi names images that follow each other once.",
  ),
  unusual(
    "image-of-a-failed-call",
    "accepted",
    "Anthropic takes no image in the result of a failed call: it follows the result.",
    "anthropic-messages",
  ),
  known<object>({
    subject: "ai/messages-mistral-conversations",
    status: "open",
    reason: "The result of a failed call begins with [tool error] in pi; here nothing says that it failed.",
    example: {
      context: {
        messages: [
          { role: "user", content: "a", timestamp: 1 },
          {
            role: "assistant",
            content: [{ type: "toolCall", id: "call_1", name: "read", arguments: {} }],
            api: "test",
            provider: "test",
            model: "test",
            usage: emptyUsage,
            stopReason: "toolUse",
            timestamp: 2,
          },
          {
            role: "toolResult",
            toolCallId: "call_1",
            toolName: "read",
            content: [{ type: "text", text: "no" }],
            isError: true,
            timestamp: 3,
          },
        ],
      },
      options: {},
      model: {},
    },
    matches: (difference) =>
      leavesOf(difference).every(({ ours, theirs }) => theirs === `[tool error] ${String(ours)}`),
  }),
  unusual(
    "empty-user-content",
    "open",
    "Bedrock: a user message without text is sent as <empty> in pi and left out here. Google: pi refuses a request without messages.",
    "bedrock-converse-stream",
  ),
  unusual("blank-user-text", "open", "As with an empty user message (Bedrock).", "bedrock-converse-stream"),
  unusual("empty-user-text", "open", "As with an empty user message (Bedrock).", "bedrock-converse-stream"),
  unusual(
    "no-messages",
    "accepted",
    "A request without messages is refused by the provider, not before.",
    "google-generative-ai",
  ),
  ...["call-without-a-result", "call-at-the-end"].map((edge) =>
    unusual(
      edge,
      "open",
      "The result that stands for a missing one begins with [tool error] in pi.",
      "mistral-conversations",
    ),
  ),
  unusual(
    "empty-result",
    "accepted",
    "An empty result is sent as a remark with every protocol, since some providers refuse an empty text.",
    "anthropic-messages",
  ),
  ...["image-result", "image-beside-text-in-a-result"].map((edge) =>
    unusual(
      edge,
      "accepted",
      "The image of a result follows it where the protocol takes none inside, with another remark in its place.",
      "mistral-conversations",
    ),
  ),
  known<{ errorMessage?: string }>({
    subject: "ai/retryable-error",
    status: "open",
    reason:
      'Not retried here, but in pi: 520, "you can retry your request", "other side closed", failures to resolve a name, a stream that ended early, "http2 request did not get a response", "provider returned error".',
    example: { errorMessage: "520", stopReason: "error" } as never,
    matches: ({ input, ours }) =>
      ours === false &&
      /520|can retry|other side closed|getaddrinfo|stream ended|http2 request|provider returned error/i.test(
        input.errorMessage ?? "",
      ),
  }),
  known<{ errorMessage?: string }>({
    subject: "ai/retryable-error",
    status: "accepted",
    reason: "Lost connections (ECONNRESET, ETIMEDOUT, premature close) and UNAVAILABLE are retried too.",
    example: { errorMessage: "read ECONNRESET", stopReason: "error" } as never,
    matches: ({ input, ours }) =>
      ours === true && /ECONNRESET|ETIMEDOUT|premature close|UNAVAILABLE/i.test(input.errorMessage ?? ""),
  }),
  known<{ errorMessage?: string }>({
    subject: "ai/retryable-error",
    status: "open",
    reason: "A usage limit that is reached is retried; pi takes it for a quota.",
    example: { errorMessage: "usage limit reached. Try again in 3 hours", stopReason: "error" } as never,
    matches: ({ input, ours }) => ours === true && /usage limit/i.test(input.errorMessage ?? ""),
  }),
  ...[
    { subject: "ai/retryable-error", errorMessage: "overloaded_error: Overloaded: context_length_exceeded" },
    { subject: "ai/context-overflow", errorMessage: "503 Service Unavailable: exceeds the context window" },
  ].map(({ subject, errorMessage }) =>
    known<{ errorMessage?: string }>({
      subject,
      status: "open",
      reason:
        "A text that names both a failure that passes and a context that is too long: the failure decides here, both hold in pi.",
      example: { errorMessage, stopReason: "error" } as never,
      matches: ({ input, ours }) => ours === false && (input.errorMessage ?? "").includes(": "),
    }),
  ),
  known<{ errorMessage?: string }>({
    subject: "ai/context-overflow",
    status: "accepted",
    reason: "A refusal without a body (400 or 413) is how Cerebras and others say that the context is too long.",
    example: { errorMessage: "400 (no body)", stopReason: "error" } as never,
    matches: ({ input, ours }) => ours === true && /no body/i.test(input.errorMessage ?? ""),
  }),
  known<{ map?: Record<string, unknown>; level: string }>({
    subject: "ai/thinking-levels",
    status: "open",
    reason: "A level that the model does not have becomes the next higher one in pi, and here the next lower one.",
    example: { reasoning: true, map: { max: "x", high: null }, level: "high" } as never,
    matches: (difference) => leavesOf(difference).every(({ path }) => path === "clamped"),
  }),
  known<string | undefined>({
    subject: "ai/parse-streaming-json",
    status: "accepted",
    reason: "A number that is cut after its point is the number so far, and a broken escape is kept as it is written.",
    example: '{"a":"\\u12"}',
    matches: ({ input }) => /\\u|\d\.$|[eE][+-]?$/.test(input ?? ""),
  }),
  known<string>({
    subject: "ai/parse-json-with-repair",
    status: "accepted",
    reason: "A broken escape is kept as it is written; pi fails.",
    example: '{"a":"\\u12"}',
    matches: ({ input }) => /\\/.test(input),
  }),
  known<string>({
    subject: "ai/repair-json",
    status: "accepted",
    reason: "A broken escape is doubled, so that the text can be read, and one at the very end is left to the parser.",
    example: '{"a":"x\\',
    matches: ({ input }) => /\\/.test(input),
  }),
  known<object>({
    subject: "ai/validate-plain-schema",
    status: "open",
    reason:
      'Arguments are not coerced by a plain JSON schema: pi makes a number of a text and the reverse, takes true for 1, drops an optional null, and makes "" or 0 of one that is required.',
    example: { schema: { type: "string" }, value: 1, required: false, extra: false },
    matches: ({ ours }) => ours === "[throws]",
  }),
  known<{ value: unknown }>({
    subject: "ai/validate-typebox",
    status: "open",
    reason: "An optional argument that is null is left out in pi; here it becomes 0.",
    example: { kind: "optional", value: null } as never,
    matches: ({ input }) => input.value === null,
  }),
  known<unknown>({
    subject: "ai/uuid",
    status: "open",
    reason: "Ids made within one millisecond are in order in pi, and in any order here.",
    example: 1_700_000_000_000,
    matches: (difference) => leavesOf(difference).every(({ path }) => path === "sorted"),
  }),
  known<object>({
    subject: "ai/system-message-text",
    status: "accepted",
    reason: "How a changed section of the system prompt is announced is wording.",
    example: { role: "system", content: "", sections: { skills: "text" }, timestamp: 1 },
    matches: (difference) => leavesOf(difference).every(({ path }) => path === "update"),
  }),
  known<string>({
    subject: "ai/images",
    status: "open",
    reason: "getImageModels gives no models: the catalogue of images is not there for synchronous calls.",
    example: "catalogue",
    matches: ({ input }) => input === "catalogue",
  }),
  known<string[]>({
    subject: "ai/session-cleanup",
    status: "open",
    reason: "A cleanup that fails keeps the following ones from being called; pi calls them all, then fails.",
    example: ["add-failing", "add", "clean"],
    matches: ({ input }) => input.includes("add-failing"),
  }),
  known<string[]>({
    subject: "ai/api-registry",
    status: "open",
    reason:
      "A built-in protocol that a provider replaced is back once the provider is removed; in pi there is none after registerBuiltInApiProviders.",
    example: ["override", "builtins", "unregister", "builtins"],
    matches: ({ input }) => input.includes("override"),
  }),
];
