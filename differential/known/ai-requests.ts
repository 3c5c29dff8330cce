import type { FieldDifference } from "./fields.ts";

/** Members of requests of the other protocols that differ. */
export const requestFields: readonly FieldDifference[] = [
  {
    status: "open",
    reason:
      "maxTokens of a simple request counts the thinking too: with a small one thinking is turned off or cut. In pi the budget of the level is added to it, up to the limit of the model, and temperature is left out.",
    paths: [
      "*.body.additionalModelRequestFields (pi)",
      "*.body.additionalModelRequestFields.thinking.budget_tokens",
      "*.body.generationConfig.thinkingConfig.thinkingBudget",
      "*.body.inferenceConfig.maxTokens",
      "*.body.max_tokens",
      "*.body.temperature (ours)",
      "*.body.thinking (pi)",
      "*.body.thinking.budget_tokens",
      "*.body.thinking.budget_tokens (pi)",
      "*.body.thinking.display (pi)",
      "*.body.thinking.type",
      "*.headers.anthropic-beta (pi)",
    ],
    examples: {
      "ai/options-anthropic-messages": { options: { reasoning: "low", maxTokens: 100 }, model: {} },
      "ai/options-google-generative-ai": { options: { reasoning: "low" }, model: { maxTokens: 3000 } },
      "ai/options-google-vertex": { options: { reasoning: "medium" }, model: {} },
      "ai/options-bedrock-converse-stream": { options: { reasoning: "low", maxTokens: 100 }, model: {} },
      "ai/native-options-bedrock-converse-stream": { options: { reasoning: "high" }, model: {} },
    },
  },
  {
    status: "open",
    reason:
      "A user message that is a text is sent as a text in pi, and the text of a tool's result too, with is_error in every result; ours sends lists of blocks and is_error only if true.",
    paths: [
      "*.body.messages.*.content",
      "*.body.messages.*.content.*.content",
      "*.body.messages.*.content.*.is_error (pi)",
    ],
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
    examples: {
      "ai/options-anthropic-messages": { options: {}, model: {} },
      "ai/native-options-anthropic-messages": { options: {}, model: {} },
    },
  },
  {
    status: "accepted",
    reason: "A tool's schema is sent whole; pi sends its properties and required members alone.",
    paths: ["*.body.tools.*.input_schema.additionalProperties (ours)", "*.body.tools.*.input_schema.required (pi)"],
    examples: {
      "ai/options-anthropic-messages": { options: {}, model: {} },
      "ai/native-options-anthropic-messages": { options: {}, model: {} },
    },
  },
  {
    status: "accepted",
    reason: "Requests go to the address of the published interface, without the header for browsers.",
    paths: ["*.headers.anthropic-dangerous-direct-browser-access (pi)", "*.path"],
    examples: {
      "ai/options-anthropic-messages": { options: {}, model: {} },
      "ai/native-options-anthropic-messages": { options: {}, model: {} },
    },
  },
  {
    status: "open",
    reason: "Interleaved thinking is asked for although the model does not reason, if thinkingEnabled is set.",
    paths: ["*.headers.anthropic-beta (ours)"],
    examples: {
      "ai/native-options-anthropic-messages": { options: { thinkingEnabled: true }, model: { reasoning: false } },
    },
  },
  {
    status: "accepted",
    reason: "Function calls and their results carry the id of the call, which Gemini accepts and returns.",
    paths: ["*.body.contents.*.parts.*.functionCall.id (ours)", "*.body.contents.*.parts.*.functionResponse.id (ours)"],
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
    examples: {
      "ai/options-google-generative-ai": { options: {}, model: {} },
      "ai/native-options-google-generative-ai": { options: {}, model: {} },
      "ai/options-google-vertex": { options: {}, model: {} },
      "ai/native-options-google-vertex": { options: {}, model: {} },
    },
  },
  {
    status: "open",
    reason:
      "Which models take a level and which a budget is decided by thinkingLevelMap here and by the name of the model in pi; without thinking, ours sends includeThoughts false and pi a budget of 0 or the lowest level.",
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
    status: "open",
    reason: "A thinkingLevelMap with a level that Google does not know is sent as it is; pi refuses the request.",
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
    examples: {
      "ai/options-mistral-conversations": { options: {}, model: {} },
      "ai/native-options-mistral-conversations": { options: {}, model: {} },
    },
  },
  {
    status: "open",
    reason:
      "Which models take reasoning_effort and which prompt_mode: mistral-medium and mistral-small take the effort (high) in pi, magistral the prompt mode; ours sends the prompt mode unless the model has a thinkingLevelMap, and then any level.",
    paths: [
      "*.body.prompt_mode (ours)",
      "*.body.prompt_mode (pi)",
      "*.body.reasoning_effort",
      "*.body.reasoning_effort (ours)",
      "*.body.reasoning_effort (pi)",
    ],
    examples: {
      "ai/options-mistral-conversations": { options: { reasoning: "low" }, model: {} },
    },
  },
  {
    status: "accepted",
    reason: "Messages that follow each other with one role are one message, as Bedrock demands.",
    paths: ["*.body.messages[length]"],
    examples: {
      "ai/options-bedrock-converse-stream": { options: {}, model: {} },
      "ai/native-options-bedrock-converse-stream": { options: {}, model: {} },
    },
  },
  {
    status: "open",
    reason:
      "A model with a thinkingLevelMap gets adaptive thinking with an effort here and a budget with interleaved thinking in pi; display summarized is not sent.",
    paths: [
      "*.body.additionalModelRequestFields.anthropic_beta (pi)",
      "*.body.additionalModelRequestFields.output_config (ours)",
      "*.body.additionalModelRequestFields.thinking.budget_tokens (pi)",
      "*.body.additionalModelRequestFields.thinking.display (pi)",
      "*.body.additionalModelRequestFields.thinking.type",
    ],
    examples: {
      "ai/options-bedrock-converse-stream": { options: { reasoning: "high" }, model: {} },
      "ai/native-options-bedrock-converse-stream": { options: { reasoning: "high" }, model: {} },
    },
  },
  {
    status: "open",
    reason:
      "temperature is left out with thinking, cacheRetention long has no ttl of one hour for models that are not in the list, toolChoice none still sends the tools, and a request without maxTokens does not name the limit of the model.",
    paths: [
      "*.body.inferenceConfig.maxTokens (pi)",
      "*.body.inferenceConfig.temperature (pi)",
      "*.body.system.*.cachePoint.ttl (pi)",
      "*.body.toolConfig (ours)",
    ],
    examples: {
      "ai/options-bedrock-converse-stream": { options: { toolChoice: "none" }, model: {} },
      "ai/native-options-bedrock-converse-stream": { options: {}, model: {} },
    },
  },
  {
    status: "open",
    reason:
      "The leading system message has the present time as its timestamp; pi has 0, so that equal requests are equal.",
    paths: ["*.body.context.messages.*.timestamp"],
    examples: {
      "ai/options-pi-messages": { options: {}, model: {} },
      "ai/native-options-pi-messages": { options: {}, model: {} },
    },
  },
  {
    status: "open",
    reason: "debug is a parameter of the address in pi (?debug=1), not a member of the options.",
    paths: ["*.body.options.debug (ours)", "*.path"],
    examples: {
      "ai/native-options-pi-messages": { options: { debug: true }, model: {} },
    },
  },
];
