import { isDeepStrictEqual } from "node:util";
import { sameContent } from "./contents.ts";
import type { FieldDifference } from "./fields.ts";

/** Members of requests of the OpenAI family, and of every protocol, that differ. */
export const openAIRequestFields: readonly FieldDifference[] = [
  {
    status: "accepted",
    reason:
      "An address that is not known is taken for a server of one's own, which refuses or ignores what only OpenAI's takes: role developer, store, prompt_cache_key, prompt_cache_retention, and on this machine max_completion_tokens. compat turns each of them on.",
    paths: [
      "*.body.max_completion_tokens (pi)",
      "*.body.max_tokens (ours)",
      "*.body.messages.*.role",
      "*.body.prompt_cache_key (pi)",
      "*.body.prompt_cache_retention (pi)",
      "*.body.store (pi)",
    ],
    accepts: ({ path, ours, theirs }) => {
      if (path.endsWith(".role")) return ours === "system" && theirs === "developer";
      return ours === undefined || typeof ours === "number";
    },
    examples: {
      "ai/options-openai-completions": { options: {}, model: {} },
      "ai/native-options-openai-completions": { options: {}, model: {} },
      "ai/detected-by-address": { baseUrl: "https://example.com/v1", provider: "own", model: "gpt-5.2" },
    },
  },
  {
    status: "accepted",
    reason:
      "Where the name of the provider and the address are those of different servers, one of them decides for the whole request; pi takes some members from each.",
    paths: [
      "*.body.max_completion_tokens (ours)",
      "*.body.max_tokens (pi)",
      "*.body.messages.*.content",
      "*.body.messages.*.role",
      "*.body.reasoning (ours)",
      "*.body.reasoning (pi)",
      "*.body.reasoning.effort (ours)",
      "*.body.reasoning.enabled (pi)",
      "*.body.reasoning_effort (ours)",
      "*.body.reasoning_effort (pi)",
      "*.body.store (ours)",
      "*.body.thinking (ours)",
      "*.body.thinking (pi)",
      "*.body.thinking.clear_thinking (pi)",
      "*.body.tools.*.cache_control (pi)",
      "*.headers.x-session-id (ours)",
      "*.headers.x-session-id (pi)",
    ],
    examples: {
      "ai/detected-by-address": { baseUrl: "https://openrouter.ai/api/v1", provider: "zai", model: "m-1" },
    },
  },
  {
    status: "accepted",
    reason:
      "Encrypted reasoning is asked for whenever the model reasons, since a model that cannot be kept from it reasons unasked; a model that does not reason is not asked for any.",
    paths: ["*.body.include (ours)", "*.body.include (pi)"],
    accepts: ({ ours, theirs }) => isDeepStrictEqual(ours ?? theirs, ["reasoning.encrypted_content"]),
    examples: {
      "ai/options-openai-responses": { options: {}, model: {} },
      "ai/native-options-openai-responses": { options: {}, model: {} },
      "ai/options-azure-openai-responses": { options: {}, model: {} },
      "ai/native-options-azure-openai-responses": { options: {}, model: {} },
      "ai/options-openai-codex-responses": { options: {}, model: { reasoning: false } },
      "ai/native-options-openai-codex-responses": { options: {}, model: { reasoning: false } },
    },
  },
  {
    status: "accepted",
    reason:
      "A model that does not reason is not sent an effort, and the effort none is sent as it was given even if the model has no off.",
    paths: ["*.body.reasoning (ours)", "*.body.reasoning (pi)"],
    examples: {
      "ai/native-options-openai-codex-responses": {
        options: { reasoningEffort: "xhigh" },
        model: { reasoning: false },
      },
    },
  },
  {
    status: "accepted",
    reason:
      "Whether a schema is strict is said for every tool, or for none, as the protocol's default allows; models read the same tools.",
    paths: ["*.body.tools.*.function.strict (pi)", "*.body.tools.*.strict", "*.body.tools.*.strict (ours)"],
    accepts: ({ ours, theirs }) => !ours && !theirs,
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
    accepts: ({ ours, theirs }) => [ours, theirs].every((id) => typeof id === "string" && id !== ""),
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
    accepts: ({ ours }) => ours === "m",
    examples: {
      "ai/options-bedrock-converse-stream": { options: {}, model: { headers: { "x-model": "m" } } },
      "ai/native-options-bedrock-converse-stream": { options: {}, model: { headers: { "x-model": "m" } } },
      "ai/options-pi-messages": { options: {}, model: { headers: { "x-model": "m" } } },
      "ai/native-options-pi-messages": { options: {}, model: { headers: { "x-model": "m" } } },
    },
  },
  {
    status: "accepted",
    reason: "Requests name Tau as their origin and are not compressed.",
    paths: ["*.headers.content-encoding (pi)", "*.headers.originator"],
    accepts: ({ ours }) => ours === "tau" || ours === undefined,
    examples: {
      "ai/options-openai-codex-responses": { options: {}, model: {} },
      "ai/native-options-openai-codex-responses": { options: {}, model: {} },
    },
  },
  {
    status: "accepted",
    reason: "With cacheRetention none no key of a cache is sent; pi sends it (azure).",
    paths: ["*.body.prompt_cache_key (pi)"],
    examples: {
      "ai/options-azure-openai-responses": { options: { cacheRetention: "none", sessionId: "session-1" }, model: {} },
    },
  },
  {
    status: "accepted",
    reason:
      "A user message of texts alone is sent as a text, since some servers of one's own take no lists; pi sends the list.",
    paths: ["*.body.messages.*.content"],
    accepts: ({ ours, theirs }) => sameContent(ours, theirs),
    examples: {
      "ai/options-openai-completions": { options: {}, model: { input: ["text"] } },
      "ai/native-options-openai-completions": { options: {}, model: { input: ["text"] } },
    },
  },
];
