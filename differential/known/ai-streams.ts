import type { FieldDifference } from "./fields.ts";

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
    status: "open",
    reason:
      "reasoning and cacheWrite1h are 0 in the usage of pi where the provider reports none; here they are left out.",
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
    status: "open",
    reason:
      "rawStopReason of an answer cut by the limit is incomplete.max_output_tokens in pi, and an answer that fails after its stop reason keeps it.",
    paths: ["message.rawStopReason", "message.rawStopReason (pi)"],
    examples: {
      "ai/stream-anthropic-messages": { script: { says: [], end: "length" }, frames: 3, ending: "cut" },
      "ai/stream-openai-completions": { script: { says: [], end: "length" }, frames: 2, ending: "error" },
      "ai/stream-openai-responses": { script: { says: [], end: "length" }, frames: 5, ending: "cut" },
      "ai/stream-azure-openai-responses": { script: { says: [], end: "length" }, frames: 5, ending: "cut" },
      "ai/stream-openai-codex-responses": { script: { says: [], end: "length" }, frames: 5, ending: "cut" },
      "ai/stream-mistral-conversations": { script: { says: [], end: "length" }, frames: 2, ending: "error" },
      "ai/stream-bedrock-converse-stream": { script: { says: [], end: "length" }, frames: 2, ending: "error" },
    },
  },
  {
    status: "open",
    reason: 'A thinking block that the stream broke off has thinkingSignature "" in pi and none here.',
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
    examples: {
      "ai/stream-openai-completions": {
        script: { says: [{ text: ["漢字"] }], end: "refusal" },
        frames: 99,
        ending: "cut",
      },
    },
  },
  {
    status: "open",
    reason: "When a stream fails, pi ends the open block (text_end) before the event error.",
    paths: ["events[length]"],
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
    status: "open",
    reason: "A request that fails before its first event has the event start here, and only error in pi.",
    paths: ["events[length]", "result.types[length]"],
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
    examples: {
      "ai/stream-mistral-conversations": { script: { says: [] }, frames: 1, ending: "cut" },
    },
  },
  {
    status: "open",
    reason:
      "Events of pi-messages carry contentSignature, and id and toolName of a call, in pi; an answer that breaks off keeps nothing there.",
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
      "The same differences in the recorded streams: order of the ends (chat completions), the empty texts of Mistral, responseModel, members of pi-messages.",
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
    examples: {
      "ai/recorded-streams": "mistral-thinking.sse",
    },
  },
  {
    status: "open",
    reason: "Redacted thinking has the text [Reasoning redacted] in pi and an empty one here.",
    paths: ["message.content.*.thinking"],
    examples: {
      "ai/recorded-streams": "bedrock-tool-use.json",
    },
  },
  {
    status: "open",
    reason: "The costs that a pi-messages gateway reports are taken over part by part in pi; here only the total is.",
    paths: ["message.usage.cost.input", "message.usage.cost.output"],
    examples: {
      "ai/recorded-streams": "pi-messages-tool-call.sse",
    },
  },
];
