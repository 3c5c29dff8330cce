import { isDeepStrictEqual } from "node:util";
import { sameContent, sameMessagesJoined } from "./contents.ts";
import type { FieldDifference } from "./fields.ts";

/** Members of requests of the other protocols that differ. */
export const requestFields: readonly FieldDifference[] = [
  {
    status: "accepted",
    reason:
      "A budget is never below 1024, the smallest that the interface takes, nor so large that no answer fits beside it; pi sends such budgets, and the request is refused. A model that does not reason gets neither a budget nor what pi does for one.",
    paths: [
      "*.body.additionalModelRequestFields.thinking.budget_tokens",
      "*.body.inferenceConfig.maxTokens",
      "*.body.max_tokens",
      "*.body.temperature (ours)",
      "*.body.thinking.budget_tokens",
    ],
    accepts: ({ path, ours }) => path.includes("temperature") || (typeof ours === "number" && ours > 0),
    examples: {
      "ai/options-anthropic-messages": { options: { reasoning: "minimal", maxTokens: 100 }, model: {} },
      "ai/options-bedrock-converse-stream": { options: { reasoning: "minimal", maxTokens: 100 }, model: {} },
      "ai/native-options-bedrock-converse-stream": { options: { reasoning: "high" }, model: {} },
    },
  },
  {
    status: "accepted",
    reason:
      "The tokens of a level are the same for every provider that counts them, and leave room for an answer below the limit of the model; thinkingBudgets changes them. pi has other numbers for each Gemini model.",
    paths: ["*.body.generationConfig.thinkingConfig.thinkingBudget"],
    examples: {
      "ai/options-google-generative-ai": { options: { reasoning: "medium" }, model: {} },
      "ai/options-google-vertex": { options: { reasoning: "medium" }, model: {} },
    },
  },
  {
    status: "accepted",
    reason:
      "A text and a list with one text block are the same to the interface: every content is a list here, so that what edits a payload meets one shape; in pi older messages are texts. is_error is sent where it is true.",
    paths: [
      "*.body.messages.*.content",
      "*.body.messages.*.content.*.content",
      "*.body.messages.*.content.*.is_error (pi)",
    ],
    accepts: ({ path, ours, theirs }) => (path.endsWith("is_error") ? theirs === false : sameContent(ours, theirs)),
    examples: {
      "ai/options-anthropic-messages": { options: {}, model: {} },
      "ai/native-options-anthropic-messages": { options: {}, model: {} },
    },
  },
  {
    status: "accepted",
    reason:
      "The last two user messages are marked for the cache, so that a turn that is taken back still finds its beginning.",
    paths: ["*.body.messages.*.content.*.cache_control (ours)"],
    accepts: ({ ours }) => (ours as { type?: string }).type === "ephemeral",
    examples: {
      "ai/options-anthropic-messages": { options: {}, model: {} },
      "ai/native-options-anthropic-messages": { options: {}, model: {} },
    },
  },
  {
    status: "accepted",
    reason: "A tool's schema is sent whole; pi sends its properties and required members alone.",
    paths: ["*.body.tools.*.input_schema.additionalProperties (ours)", "*.body.tools.*.input_schema.required (pi)"],
    accepts: ({ path, ours, theirs }) =>
      path.endsWith("required") ? isDeepStrictEqual(theirs, []) : typeof ours === "boolean",
    examples: {
      "ai/options-anthropic-messages": { options: {}, model: {} },
      "ai/native-options-anthropic-messages": { options: {}, model: {} },
    },
  },
  {
    status: "accepted",
    reason: "Requests go to the address of the published interface, without the header for browsers.",
    paths: ["*.headers.anthropic-dangerous-direct-browser-access (pi)", "*.path"],
    accepts: ({ path, ours, theirs }) => path !== "*.path" || `${ours}?beta=true` === theirs,
    examples: {
      "ai/options-anthropic-messages": { options: {}, model: {} },
      "ai/native-options-anthropic-messages": { options: {}, model: {} },
    },
  },
  {
    status: "accepted",
    reason: "Function calls and their results carry the id of the call, which Gemini accepts and returns.",
    paths: ["*.body.contents.*.parts.*.functionCall.id (ours)", "*.body.contents.*.parts.*.functionResponse.id (ours)"],
    accepts: ({ ours }) => typeof ours === "string" && ours !== "",
    examples: {
      "ai/options-google-generative-ai": { options: {}, model: {} },
      "ai/native-options-google-generative-ai": { options: {}, model: {} },
      "ai/options-google-vertex": { options: {}, model: {} },
      "ai/native-options-google-vertex": { options: {}, model: {} },
    },
  },
  {
    status: "accepted",
    reason: "A call without a signature says so in the documented way, since Gemini 3 refuses it otherwise.",
    paths: ["*.body.contents.*.parts.*.thoughtSignature (ours)"],
    accepts: ({ ours }) => ours === "skip_thought_signature_validator",
    examples: {
      "ai/options-google-generative-ai": { options: {}, model: { thinkingLevelMap: { xhigh: "xhigh" } } },
      "ai/native-options-google-generative-ai": { options: {}, model: { thinkingLevelMap: { xhigh: "xhigh" } } },
      "ai/options-google-vertex": { options: {}, model: { thinkingLevelMap: { xhigh: "xhigh" } } },
      "ai/native-options-google-vertex": { options: {}, model: { thinkingLevelMap: { xhigh: "xhigh" } } },
    },
  },
  {
    status: "accepted",
    reason:
      "The system instruction has no role, as in the interface's documentation; an empty generationConfig is left out.",
    paths: ["*.body.generationConfig (pi)", "*.body.systemInstruction.role (pi)"],
    accepts: ({ theirs }) => theirs === "user" || isDeepStrictEqual(theirs, {}),
    examples: {
      "ai/options-google-generative-ai": { options: {}, model: {} },
      "ai/native-options-google-generative-ai": { options: {}, model: {} },
      "ai/options-google-vertex": { options: {}, model: {} },
      "ai/native-options-google-vertex": { options: {}, model: {} },
    },
  },
  {
    status: "accepted",
    reason:
      "A thinkingLevelMap with words means that the model takes levels, whatever its name; pi goes by the name alone. includeThoughts false is sent where no thinking is asked for.",
    paths: [
      "*.body.generationConfig.thinkingConfig.includeThoughts (ours)",
      "*.body.generationConfig.thinkingConfig.thinkingBudget (ours)",
      "*.body.generationConfig.thinkingConfig.thinkingBudget (pi)",
      "*.body.generationConfig.thinkingConfig.thinkingLevel (ours)",
      "*.body.generationConfig.thinkingConfig.thinkingLevel (pi)",
    ],
    examples: {
      "ai/options-google-generative-ai": { options: {}, model: {} },
      "ai/native-options-google-generative-ai": { options: { thinking: { enabled: false } }, model: {} },
      "ai/options-google-vertex": { options: {}, model: {} },
      "ai/native-options-google-vertex": { options: { thinking: { enabled: false } }, model: {} },
    },
  },
  {
    status: "accepted",
    reason:
      "A level of thinkingLevelMap is sent as it is written there, also one that Google does not know today; pi refuses the request.",
    paths: ["[length]"],
    examples: {
      "ai/options-google-generative-ai": {
        options: { reasoning: "xhigh" },
        model: { thinkingLevelMap: { xhigh: "xhigh" } },
      },
      "ai/options-google-vertex": { options: { reasoning: "xhigh" }, model: { thinkingLevelMap: { xhigh: "xhigh" } } },
    },
  },
  {
    status: "accepted",
    reason:
      "Contents that are one text are sent as a text, members with their default value are left out, and the address of an image is an object: the interface takes both.",
    paths: [
      "*.body.messages.*.content",
      "*.body.messages.*.content.*.closed (ours)",
      "*.body.messages.*.content.*.image_url",
      "*.body.messages.*.prefix (pi)",
      "*.body.messages.*.tool_calls.*.index (pi)",
    ],
    accepts: ({ path, ours, theirs }) => {
      if (path.endsWith(".content")) return sameContent(ours, theirs);
      if (path.endsWith(".image_url")) return (ours as { url?: unknown }).url === theirs;
      return [true, false, 0].includes((ours ?? theirs) as never);
    },
    examples: {
      "ai/options-mistral-conversations": { options: {}, model: {} },
      "ai/native-options-mistral-conversations": { options: {}, model: {} },
    },
  },
  {
    status: "accepted",
    reason:
      "A model with a thinkingLevelMap is sent the effort that the map names; pi goes by the name of the model, and knows the effort high alone.",
    paths: ["*.body.prompt_mode (pi)", "*.body.reasoning_effort", "*.body.reasoning_effort (ours)"],
    examples: {
      "ai/options-mistral-conversations": {
        options: { reasoning: "low" },
        model: { thinkingLevelMap: { minimal: null, off: null } },
      },
    },
  },
  {
    status: "accepted",
    reason: "Messages that follow each other with one role are one message, as Bedrock demands.",
    paths: ["*.body.messages[length]"],
    accepts: ({ ours, theirs }) => sameMessagesJoined(ours, theirs),
    examples: {
      "ai/options-bedrock-converse-stream": { options: {}, model: {} },
      "ai/native-options-bedrock-converse-stream": { options: {}, model: {} },
    },
  },
  {
    status: "accepted",
    reason:
      "A model whose thinkingLevelMap has a level above high thinks adaptively, with an effort; pi goes by the name of the model.",
    paths: [
      "*.body.additionalModelRequestFields.anthropic_beta (pi)",
      "*.body.additionalModelRequestFields.output_config (ours)",
      "*.body.additionalModelRequestFields.thinking.budget_tokens (pi)",
      "*.body.additionalModelRequestFields.thinking.type",
    ],
    examples: {
      "ai/options-bedrock-converse-stream": {
        options: { reasoning: "high" },
        model: { thinkingLevelMap: { xhigh: "xhigh" } },
      },
      "ai/native-options-bedrock-converse-stream": {
        options: { reasoning: "high" },
        model: { thinkingLevelMap: { xhigh: "xhigh" } },
      },
    },
  },
  {
    status: "accepted",
    reason:
      "What Bedrock refuses is not sent: a temperature beside thinking, calls without declared tools (toolChoice none), and a long cache if compat says that the model has none.",
    paths: [
      "*.body.inferenceConfig.temperature (pi)",
      "*.body.system.*.cachePoint.ttl (pi)",
      "*.body.toolConfig (ours)",
    ],
    examples: {
      "ai/options-bedrock-converse-stream": { options: { toolChoice: "none" }, model: {} },
      "ai/native-options-bedrock-converse-stream": { options: { toolChoice: "none" }, model: {} },
    },
  },
];
