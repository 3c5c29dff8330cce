import { isDeepStrictEqual } from "node:util";
import type { FieldDifference } from "./fields.ts";
import type { Leaf } from "./leaves.ts";

/** What pi writes in the place of thinking that the provider hides. */
const REDACTED = "[Reasoning redacted]";

/** What was said, in order: the pieces that are not empty, with their kind, and how the stream ended. */
function saidIn(events: unknown): unknown[] {
  return (events as { type: string; delta?: string; reason?: string }[])
    .filter(({ type, delta }) =>
      type.endsWith("_delta") ? delta !== "" && delta !== REDACTED : ["done", "error"].includes(type),
    )
    .map(({ type, delta, reason }) => [type, delta, reason]);
}

/** Whether lists of events of another length say the same. */
function saysAll({ path, ours, theirs }: Leaf): boolean {
  return path !== "events[length]" || isDeepStrictEqual(saidIn(ours), saidIn(theirs));
}

/** Members of events and messages that differ. */
export const streamFields: readonly FieldDifference[] = [
  {
    status: "accepted",
    reason: "A message that failed has the member error beside errorMessage: what failed, as a code.",
    paths: ["message.error (ours)"],
    examples: {
      "ai/stream-anthropic-messages": { script: { says: [] }, frames: 1, ending: "cut" },
      "ai/stream-openai-completions": { script: { says: [] }, frames: 1, ending: "cut" },
      "ai/stream-openai-responses": { script: { says: [] }, frames: 1, ending: "cut" },
      "ai/stream-azure-openai-responses": { script: { says: [] }, frames: 1, ending: "cut" },
      "ai/stream-openai-codex-responses": { script: { says: [] }, frames: 1, ending: "cut" },
      "ai/stream-google-generative-ai": { script: { says: [], end: "length" }, frames: 0, ending: "cut" },
      "ai/stream-google-vertex": { script: { says: [], end: "length" }, frames: 0, ending: "cut" },
      "ai/stream-mistral-conversations": { script: { says: [] }, frames: 1, ending: "cut" },
      "ai/stream-bedrock-converse-stream": { script: { says: [] }, frames: 1, ending: "cut" },
      "ai/stream-pi-messages": { script: { says: [] }, frames: 1, ending: "cut" },
    },
  },
  {
    status: "accepted",
    reason:
      "The optional members reasoning and cacheWrite1h are left out where the provider reports neither: 0 would say that it counted none.",
    paths: ["message.usage.cacheWrite1h (pi)", "message.usage.reasoning (pi)"],
    examples: {
      "ai/stream-anthropic-messages": { script: { says: [] }, frames: 1, ending: "cut" },
      "ai/stream-openai-completions": { script: { says: [] }, frames: 99, ending: "cut" },
      "ai/stream-openai-responses": { script: { says: [] }, frames: 99, ending: "cut" },
      "ai/stream-azure-openai-responses": { script: { says: [] }, frames: 99, ending: "cut" },
      "ai/stream-openai-codex-responses": { script: { says: [] }, frames: 99, ending: "cut" },
      "ai/recorded-streams": "anthropic-tool-use.sse",
    },
  },
  {
    status: "accepted",
    reason: "responseModel is set with every protocol whose answers name their model; in pi only with some.",
    paths: ["message.responseModel (ours)"],
    examples: {
      "ai/stream-openai-responses": { script: { says: [] }, frames: 1, ending: "cut" },
      "ai/stream-azure-openai-responses": { script: { says: [] }, frames: 1, ending: "cut" },
      "ai/stream-openai-codex-responses": { script: { says: [] }, frames: 1, ending: "cut" },
      "ai/stream-google-generative-ai": { script: { says: [] }, frames: 1, ending: "cut" },
      "ai/stream-google-vertex": { script: { says: [] }, frames: 1, ending: "cut" },
      "ai/stream-mistral-conversations": { script: { says: [] }, frames: 1, ending: "cut" },
      "ai/recorded-streams": "mistral-thinking.sse",
    },
  },
  {
    status: "accepted",
    reason:
      "An answer that failed has no stop reason of the provider, also if the failure came after one; pi keeps it.",
    paths: ["message.rawStopReason (pi)"],
    examples: {
      "ai/stream-anthropic-messages": { script: { says: [], end: "length" }, frames: 3, ending: "cut" },
      "ai/stream-openai-completions": { script: { says: [], end: "length" }, frames: 2, ending: "error" },
      "ai/stream-mistral-conversations": { script: { says: [], end: "length" }, frames: 2, ending: "error" },
      "ai/stream-bedrock-converse-stream": { script: { says: [], end: "length" }, frames: 2, ending: "error" },
    },
  },
  {
    status: "accepted",
    reason:
      "A thinking block that broke off before its signature has none, so that no empty one is sent back, which providers refuse.",
    paths: ["message.content.*.thinkingSignature (pi)"],
    examples: {
      "ai/stream-anthropic-messages": {
        script: { says: [{ thinking: [" so", "Hm"], signature: "c2ln" }] },
        frames: 3,
        ending: "error",
      },
      "ai/stream-bedrock-converse-stream": {
        script: { says: [{ thinking: [" so", "Hm"], signature: "c2ln" }] },
        frames: 3,
        ending: "error",
      },
    },
  },
  {
    status: "accepted",
    reason:
      "A block ends where the next one begins, as with the other protocols, and thinking after a text is a block of its own; in pi all blocks end together, and all thinking is one block. Blocks left open by a failure get no end.",
    paths: [
      "events.*.content (ours)",
      "events.*.content (pi)",
      "events.*.contentIndex",
      "events.*.delta",
      "events.*.delta (ours)",
      "events.*.delta (pi)",
      "events.*.type",
      "events[length]",
      "message.content[length]",
    ],
    accepts: saysAll,
    examples: {
      "ai/stream-openai-completions": {
        script: { says: [{ text: ["漢字"] }], end: "refusal" },
        frames: 99,
        ending: "cut",
      },
    },
  },
  {
    status: "accepted",
    reason: "As with every other protocol, a block that a failure left open gets no end: the event error follows.",
    paths: ["events[length]"],
    accepts: saysAll,
    examples: {
      "ai/stream-google-generative-ai": {
        script: { says: [{ text: ["漢字"] }], end: "refusal" },
        frames: 99,
        ending: "cut",
      },
      "ai/stream-google-vertex": { script: { says: [{ text: ["漢字"] }], end: "refusal" }, frames: 99, ending: "cut" },
    },
  },
  {
    status: "accepted",
    reason:
      "Every stream begins with the event start, also one that fails before its first byte; with this protocol pi sends only error.",
    paths: ["events[length]", "result.types[length]"],
    accepts: saysAll,
    examples: {
      "ai/stream-bedrock-converse-stream": { script: { says: [], end: "length" }, frames: 0, ending: "cut" },
      "ai/stream-pi-messages": { script: { says: [], end: "length" }, frames: 0, ending: "cut" },
      "ai/missing-key": { api: "pi-messages", key: "none" },
    },
  },
  {
    status: "accepted",
    reason: "An empty text of Mistral is no block, and its thinking names the member that it came in.",
    paths: ["events[length]", "message.content.*.thinkingSignature (ours)", "message.content[length]"],
    accepts: saysAll,
    examples: {
      "ai/stream-mistral-conversations": { script: { says: [] }, frames: 1, ending: "cut" },
    },
  },
  {
    status: "accepted",
    reason:
      "The events of pi-messages are those of every other protocol: signature, id and name of a call are in the partial message. An answer that breaks off keeps what came.",
    paths: ["events.*.contentSignature (pi)", "events.*.id (pi)", "events.*.toolName (pi)", "message.content[length]"],
    examples: {
      "ai/stream-pi-messages": {
        script: { says: [{ text: ["漢字", "\n", "Hello"] }, { text: ["\n"] }] },
        frames: 3,
        ending: "cut",
      },
    },
  },
  {
    status: "accepted",
    reason:
      "The same differences in the recorded streams: order of the ends (chat completions), the empty texts of Mistral and Gemini and empty pieces, responseModel, members of pi-messages.",
    paths: [
      "events.*.content",
      "events.*.content (ours)",
      "events.*.content (pi)",
      "events.*.contentIndex",
      "events.*.contentSignature (pi)",
      "events.*.delta (ours)",
      "events.*.delta (pi)",
      "events.*.id (pi)",
      "events.*.toolName (pi)",
      "events.*.type",
      "events[length]",
      "message.content[length]",
    ],
    accepts: saysAll,
    examples: {
      "ai/recorded-streams": "mistral-thinking.sse",
    },
  },
  {
    status: "accepted",
    reason: "Redacted thinking has no text; pi writes a sentence of its own into the thoughts of the model.",
    paths: ["events.*.content", "message.content.*.thinking"],
    examples: {
      "ai/recorded-streams": "bedrock-tool-use.json",
    },
  },
];
