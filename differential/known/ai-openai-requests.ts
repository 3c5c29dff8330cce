import type { FieldDifference } from "./fields.ts";

/** Members of requests of the OpenAI family, and of every protocol, that differ. */
export const openAIRequestFields: readonly FieldDifference[] = [
  {
    status: "open",
    reason:
      "An address that is not known is taken for a server of one's own: max_tokens, role system, no store, no prompt_cache_key. pi takes it for OpenAI: max_completion_tokens, developer, store false, prompt_cache_key and prompt_cache_retention.",
    paths: [
      "*.body.max_completion_tokens (pi)",
      "*.body.max_tokens (ours)",
      "*.body.messages.*.role",
      "*.body.prompt_cache_key (pi)",
      "*.body.prompt_cache_retention (pi)",
      "*.body.store (pi)",
    ],
    examples: {
      "ai/options-openai-completions": { options: {}, model: {} },
      "ai/native-options-openai-completions": { options: {}, model: {} },
    },
  },
  {
    status: "open",
    reason:
      "The format of a request to an OpenAI-like server follows the address alone; pi also looks at the name of the provider (zai, openrouter, deepseek), so a proxy in front of one is not recognised.",
    paths: [
      "*.body.max_completion_tokens (ours)",
      "*.body.max_completion_tokens (pi)",
      "*.body.max_tokens (ours)",
      "*.body.max_tokens (pi)",
      "*.body.messages.*.content",
      "*.body.messages.*.role",
      "*.body.reasoning (ours)",
      "*.body.reasoning (pi)",
      "*.body.reasoning_effort (ours)",
      "*.body.reasoning_effort (pi)",
      "*.body.store (ours)",
      "*.body.store (pi)",
      "*.body.thinking (pi)",
      "*.body.thinking.clear_thinking (pi)",
      "*.body.tools.*.cache_control (pi)",
      "*.headers.x-session-id (pi)",
    ],
    examples: {
      "ai/detected-by-address": { baseUrl: "https://api.x.ai/v1", provider: "zai", model: "m-1" },
    },
  },
  {
    status: "open",
    reason:
      "Thinking that is not asked for: pi sends the effort none where the model knows it, and asks for no encrypted reasoning; ours leaves the effort out, or sends the lowest if thinking cannot be turned off.",
    paths: [
      "*.body.include (ours)",
      "*.body.include (pi)",
      "*.body.reasoning (ours)",
      "*.body.reasoning (pi)",
      "*.body.reasoning_effort (ours)",
    ],
    examples: {
      "ai/options-openai-completions": { options: {}, model: { thinkingLevelMap: { minimal: null, off: null } } },
      "ai/native-options-openai-completions": {
        options: {},
        model: { thinkingLevelMap: { minimal: null, off: null } },
      },
      "ai/options-openai-responses": { options: {}, model: {} },
      "ai/native-options-openai-responses": { options: {}, model: {} },
      "ai/options-azure-openai-responses": { options: {}, model: {} },
      "ai/native-options-azure-openai-responses": { options: {}, model: {} },
      "ai/options-openai-codex-responses": { options: {}, model: {} },
      "ai/native-options-openai-codex-responses": { options: {}, model: {} },
    },
  },
  {
    status: "open",
    reason:
      "A protocol's own function sends the effort that it was given in pi; ours lowers it to what the model knows, and sends minimal for none.",
    paths: ["*.body.reasoning.effort", "*.body.reasoning_effort"],
    examples: {
      "ai/native-options-openai-completions": { options: { reasoningEffort: "max" }, model: {} },
      "ai/native-options-openai-responses": { options: { reasoningEffort: "max" }, model: {} },
      "ai/native-options-azure-openai-responses": { options: { reasoningEffort: "xhigh" }, model: {} },
      "ai/native-options-openai-codex-responses": { options: { reasoningEffort: "none" }, model: {} },
    },
  },
  {
    status: "open",
    reason: "reasoningSummary null asks for the summary auto in pi; ours asks for none.",
    paths: ["*.body.reasoning.summary (pi)"],
    examples: {
      "ai/native-options-openai-responses": {
        options: { reasoningEffort: "minimal", reasoningSummary: null },
        model: {},
      },
      "ai/native-options-azure-openai-responses": {
        options: { reasoningEffort: "minimal", reasoningSummary: null },
        model: {},
      },
      "ai/native-options-openai-codex-responses": {
        options: { reasoningEffort: "low", reasoningSummary: null },
        model: {},
      },
    },
  },
  {
    status: "accepted",
    reason:
      "Whether a schema is strict is said for every tool, or for none, as the protocol's default allows; models read the same tools.",
    paths: ["*.body.tools.*.function.strict (pi)", "*.body.tools.*.strict", "*.body.tools.*.strict (ours)"],
    examples: {
      "ai/options-openai-responses": { options: {}, model: {} },
      "ai/native-options-openai-responses": { options: {}, model: {} },
      "ai/options-openai-codex-responses": { options: {}, model: {} },
      "ai/native-options-openai-codex-responses": { options: {}, model: {} },
      "ai/options-mistral-conversations": { options: {}, model: {} },
      "ai/native-options-mistral-conversations": { options: {}, model: {} },
    },
  },
  {
    status: "accepted",
    reason: "The ids of replayed items are made in another way; providers only want them to differ.",
    paths: ["*.body.input.*.id"],
    examples: {
      "ai/options-openai-responses": { options: {}, model: {} },
      "ai/native-options-openai-responses": { options: {}, model: {} },
      "ai/options-azure-openai-responses": { options: {}, model: {} },
      "ai/native-options-azure-openai-responses": { options: {}, model: {} },
      "ai/options-openai-codex-responses": { options: {}, model: {} },
      "ai/native-options-openai-codex-responses": { options: {}, model: {} },
    },
  },
  {
    status: "accepted",
    reason: "samplingParams are sent by every protocol that can carry them; pi leaves them out here.",
    paths: [
      "*.body.options.metadata (ours)",
      "*.body.options.samplingParams (ours)",
      "*.body.top_k (ours)",
      "*.body.top_p (ours)",
    ],
    examples: {
      "ai/native-options-openai-completions": { options: {}, model: { samplingParams: { top_k: 3 } } },
      "ai/native-options-openai-responses": { options: {}, model: { samplingParams: { top_k: 3 } } },
      "ai/native-options-azure-openai-responses": { options: {}, model: { samplingParams: { top_k: 3 } } },
      "ai/options-openai-codex-responses": { options: {}, model: { samplingParams: { top_k: 3 } } },
      "ai/native-options-openai-codex-responses": { options: {}, model: { samplingParams: { top_k: 3 } } },
      "ai/options-mistral-conversations": { options: {}, model: { samplingParams: { top_k: 3 } } },
      "ai/native-options-mistral-conversations": { options: {}, model: { samplingParams: { top_k: 3 } } },
      "ai/options-pi-messages": { options: { metadata: { user_id: "u1" } }, model: {} },
    },
  },
  {
    status: "accepted",
    reason: "Headers of a model are sent with this protocol too.",
    paths: ["*.headers.x-model (ours)"],
    examples: {
      "ai/options-bedrock-converse-stream": { options: {}, model: { headers: { "x-model": "m" } } },
      "ai/native-options-bedrock-converse-stream": { options: {}, model: { headers: { "x-model": "m" } } },
      "ai/options-pi-messages": { options: {}, model: { headers: { "x-model": "m" } } },
      "ai/native-options-pi-messages": { options: {}, model: { headers: { "x-model": "m" } } },
    },
  },
  {
    status: "open",
    reason: "textVerbosity is low unless given in pi, medium here.",
    paths: ["*.body.text.verbosity"],
    examples: {
      "ai/options-openai-codex-responses": { options: {}, model: {} },
      "ai/native-options-openai-codex-responses": { options: {}, model: {} },
    },
  },
  {
    status: "open",
    reason:
      "The session is named in the header session_id; pi sends session-id and x-client-request-id, and none of them with cacheRetention none.",
    paths: ["*.headers.session-id (pi)", "*.headers.session_id (ours)", "*.headers.x-client-request-id (pi)"],
    examples: {
      "ai/options-openai-codex-responses": { options: { sessionId: "session-1" }, model: {} },
    },
  },
  {
    status: "accepted",
    reason: "Requests name Tau as their origin and are not compressed.",
    paths: ["*.headers.content-encoding (pi)", "*.headers.originator"],
    examples: {
      "ai/options-openai-codex-responses": { options: {}, model: {} },
      "ai/native-options-openai-codex-responses": { options: {}, model: {} },
    },
  },
  {
    status: "open",
    reason:
      "cacheRetention long asks for 24 hours here; pi does not send it with this protocol. With none, pi still sends the cache key (azure).",
    paths: ["*.body.prompt_cache_key (pi)", "*.body.prompt_cache_retention (ours)"],
    examples: {
      "ai/options-azure-openai-responses": { options: { cacheRetention: "long" }, model: {} },
      "ai/options-openai-codex-responses": { options: { cacheRetention: "long" }, model: {} },
    },
  },
  {
    status: "open",
    reason: "A user message of one text block is sent as a text; pi sends the list.",
    paths: ["*.body.messages.*.content"],
    examples: {
      "ai/options-openai-completions": { options: {}, model: { input: ["text"] } },
      "ai/native-options-openai-completions": { options: {}, model: { input: ["text"] } },
    },
  },
];
