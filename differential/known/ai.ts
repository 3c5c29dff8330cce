import { type KnownDifference, known } from "../subject.ts";
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

/** The protocols that send a kind of unusual message in another way; every one of a vendor if none is named. */
const PROTOCOLS: Readonly<Record<string, RegExp>> = {
  "empty-result": /^(anthropic|bedrock|google)-/,
  "empty-user-content": /^google-/,
  "image-beside-text-in-a-result": /^mistral-/,
  "image-of-a-failed-call": /^(anthropic|google|mistral)-/,
  "image-result": /^(google|mistral)-/,
  "lone-surrogate": /./,
  "no-messages": /^google-/,
  "same-id-twice": /^(?!google-|pi-messages)/,
};

/** A kind of unusual message that is sent in another way. Whether it is sent differs for requests without messages alone. */
function unusual(edge: string, status: "accepted" | "open", reason: string, api = "openai-responses"): KnownDifference {
  return known<Unusual>({
    subject: "ai/unusual-messages",
    status,
    reason,
    example: { api, edge },
    matches: (difference) =>
      difference.input.edge === edge &&
      (PROTOCOLS[edge] ?? /^(?!pi-messages)/).test(difference.input.api) &&
      leavesOf(difference).every(({ path }) =>
        path === "[length]" ? ["empty-user-content", "no-messages"].includes(edge) : path.startsWith("*.messages"),
      ),
  });
}

export const aiDifferences: readonly KnownDifference[] = [
  ...fieldDifferences([...openAIRequestFields, ...requestFields, ...streamFields, ...functionFields]),
  unusual(
    "foreign-thinking",
    "accepted",
    "Thinking of another model is left out: sent as a text of the assistant, as in pi, a model takes it for part of the reply and thinks aloud from then on.",
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
  unusual(
    "empty-user-content",
    "accepted",
    "A request without messages is refused by the provider, not before (Google).",
    "google-generative-ai",
  ),
  unusual(
    "no-messages",
    "accepted",
    "A request without messages is refused by the provider, not before.",
    "google-generative-ai",
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
    status: "accepted",
    reason:
      "Lost connections (ECONNRESET, ETIMEDOUT, premature close, unexpected EOF), UNAVAILABLE and RESOURCE_EXHAUSTED (Google's rate limit) are retried too.",
    example: { errorMessage: "read ECONNRESET", stopReason: "error" } as never,
    matches: ({ input, ours }) =>
      ours === true &&
      /ECONNRESET|ETIMEDOUT|premature close|unexpected EOF|UNAVAILABLE|RESOURCE_EXHAUSTED/i.test(
        input.errorMessage ?? "",
      ),
  }),
  ...[
    { subject: "ai/retryable-error", errorMessage: "overloaded_error: Overloaded: context_length_exceeded" },
    { subject: "ai/context-overflow", errorMessage: "503 Service Unavailable: exceeds the context window" },
  ].map(({ subject, errorMessage }) =>
    known<{ errorMessage?: string }>({
      subject,
      status: "accepted",
      reason:
        "Of a text that names both a failure that passes and a context that is too long, one decides, so that a run is either repeated or compacted; in pi both hold. No provider is known to send such a text.",
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
  known<string | undefined>({
    subject: "ai/parse-streaming-json",
    status: "accepted",
    reason: "A number that is cut after its point is the number so far, and a broken escape is kept as it is written.",
    example: '{"a":"\\u12"}',
    matches: (difference) =>
      /\\u|\d\.$|[eE][+-]?$/.test(difference.input ?? "") &&
      leavesOf(difference).every(({ ours }) => ours !== undefined && ours !== "[throws]"),
  }),
  known<string | undefined>({
    subject: "ai/parse-streaming-json",
    status: "accepted",
    reason: "A text that is still streaming keeps the blanks at its end; in pi they appear with the next character.",
    example: '{"a":"b ',
    matches: (difference) =>
      /\s$/.test(difference.input ?? "") &&
      leavesOf(difference).every(
        ({ ours, theirs }) =>
          typeof ours === "string" && typeof theirs === "string" && ours.trimEnd() === theirs.trimEnd(),
      ),
  }),
  known<string | undefined>({
    subject: "ai/parse-streaming-json",
    status: "accepted",
    reason: "A key named __proto__ is a key like any other; in pi it changes the prototype of the object.",
    example: '{"__proto__":n',
    matches: (difference) =>
      (difference.input ?? "").includes('"__proto__"') &&
      leavesOf(difference).every(({ path }) => /(^|\.)__proto__(\.|$)/.test(path)),
  }),
  known<string>({
    subject: "ai/parse-json-with-repair",
    status: "accepted",
    reason: "A broken escape is kept as it is written; pi fails.",
    example: '{"a":"\\u12"}',
    matches: ({ input, theirs }) => /\\/.test(input) && theirs === "[throws]",
  }),
  known<string>({
    subject: "ai/repair-json",
    status: "accepted",
    reason: "A broken escape is doubled, so that the text can be read, and one at the very end is left to the parser.",
    example: '{"a":"x\\',
    matches: ({ input, ours, theirs }) =>
      /\\/.test(input) && withoutEscapes(ours) === withoutEscapes(theirs) && typeof ours === "string",
  }),
  known<{ kind: string; value: unknown }>({
    subject: "ai/validate-typebox",
    status: "accepted",
    reason: 'A text that is required and null is "" in every schema; pi writes "null" if the schema is from TypeBox.',
    example: { kind: "string", value: null },
    matches: ({ input }) => input.kind === "string" && input.value === null,
  }),
  known<object>({
    subject: "ai/system-message-text",
    status: "accepted",
    reason: "How a changed section of the system prompt is announced is wording.",
    example: { role: "system", content: "", sections: { skills: "text" }, timestamp: 1 },
    matches: (difference) => leavesOf(difference).every(({ path }) => path === "update"),
  }),
  known<string[]>({
    subject: "ai/api-registry",
    status: "accepted",
    reason:
      "A built-in protocol that a provider replaced is back once the provider is removed; in pi models of that protocol have none from then on.",
    example: ["override", "builtins", "unregister", "builtins"],
    matches: (difference) =>
      difference.input.includes("override") &&
      leavesOf(difference).every(({ path }) => /^\*\.(known|answer)\b/.test(path)),
  }),
];

function withoutEscapes(text: unknown): string {
  return String(text).replaceAll("\\", "");
}
