import type { FileSchema } from "../json-file/index.ts";

const flag = { type: "boolean" } as const;
const object = { type: "object" } as const;

/**
 * Deviations of a server from its protocol. Each protocol reads its own names. Unknown names are allowed, because
 * extensions add protocols too.
 */
export const compatSchema = {
  type: "object",
  properties: {
    allowEmptySignature: flag,
    forceAdaptiveThinking: flag,
    requiresAssistantAfterToolResult: flag,
    requiresReasoningContentOnAssistantMessages: flag,
    requiresThinkingAsText: flag,
    requiresToolResultName: flag,
    sendImageOptInHeader: flag,
    sendSessionAffinityHeaders: flag,
    supportsAdditionalTools: flag,
    supportsCacheControlOnTools: flag,
    supportsDeveloperRole: flag,
    supportsEagerToolInputStreaming: flag,
    supportsExplicitPromptCacheMode: flag,
    supportsFinishReason: flag,
    supportsLongCacheRetention: flag,
    supportsMaxOutputTokens: flag,
    supportsMidConvoEffort: flag,
    supportsMidConvoSystemMessages: flag,
    supportsMidConvoToolAdditions: flag,
    supportsMidConvoToolChanges: flag,
    supportsOpenAIGrammarTools: flag,
    supportsReasoningEffort: flag,
    supportsStore: flag,
    supportsStrictMode: flag,
    supportsStrictTools: flag,
    supportsTemperature: flag,
    supportsThinkingTokenBudget: flag,
    supportsToolSearch: flag,
    supportsUsageInStreaming: flag,
    zaiToolStream: flag,
    maxTokensField: { enum: ["max_completion_tokens", "max_tokens"] },
    thinkingFormat: {
      enum: [
        "openai",
        "openrouter",
        "deepseek",
        "together",
        "baseten",
        "zai",
        "qwen",
        "chat-template",
        "qwen-chat-template",
        "string-thinking",
        "ant-ling",
      ],
    },
    thinkingTokenBudgetField: { enum: ["thinking_token_budget", "thinking_budget", "thinking_budget_tokens"] },
    cacheControlFormat: { enum: ["anthropic"] },
    sessionAffinityFormat: { enum: ["openai", "openai-nosession", "openrouter"] },
    imageInput: { enum: ["assets", "images", "state-image-urls"] },
    vllmPriority: { type: "number" },
    chatTemplateKwargs: object,
    chatTemplateArgs: object,
    openRouterRouting: object,
    vercelGatewayRouting: object,
    allowedFallbackModels: { type: "array", items: object },
  },
} as const satisfies FileSchema;
