import type { Model } from "../../contract/model.ts";
import type { ChatTemplateValue, ThinkingFormat } from "./thinking.ts";

/** Where a server differs from OpenAI's own Chat Completions. A model's `compat` states what the address does not show. */
export interface OpenAICompletionsCompat {
  supportsStore?: boolean;
  supportsDeveloperRole?: boolean;
  supportsReasoningEffort?: boolean;
  supportsUsageInStreaming?: boolean;
  supportsFinishReason?: boolean;
  maxTokensField?: "max_completion_tokens" | "max_tokens";
  requiresToolResultName?: boolean;
  requiresAssistantAfterToolResult?: boolean;
  requiresThinkingAsText?: boolean;
  requiresReasoningContentOnAssistantMessages?: boolean;
  thinkingFormat?: ThinkingFormat;
  chatTemplateKwargs?: Record<string, ChatTemplateValue>;
  chatTemplateArgs?: Record<string, ChatTemplateValue>;
  thinkingTokenBudgetField?: "thinking_budget" | "thinking_budget_tokens" | "thinking_token_budget";
  supportsThinkingTokenBudget?: boolean;
  openRouterRouting?: object;
  vercelGatewayRouting?: object;
  zaiToolStream?: boolean;
  supportsStrictMode?: boolean;
  cacheControlFormat?: "anthropic";
  sendSessionAffinityHeaders?: boolean;
  /** System messages may stand in the conversation, and bring tools along. */
  supportsMidConvoSystemMessages?: boolean;
  supportsMidConvoToolAdditions?: boolean;
  sessionAffinityFormat?: "openai" | "openai-nosession" | "openrouter";
  supportsLongCacheRetention?: boolean;
  vllmPriority?: number;
}

export type ResolvedCompat = OpenAICompletionsCompat &
  Required<Pick<OpenAICompletionsCompat, "maxTokensField" | "thinkingFormat" | "sessionAffinityFormat">>;

/** What the address tells, overruled by what the model says. */
export function resolveCompat(model: Model): ResolvedCompat {
  const host = hostOf(model.baseUrl);
  const isOpenAI = host === "api.openai.com" || host.endsWith(".openai.azure.com");
  const isOpenRouter = host.endsWith("openrouter.ai");
  return {
    supportsStore: isOpenAI,
    supportsDeveloperRole: isOpenAI,
    supportsReasoningEffort: true,
    supportsUsageInStreaming: true,
    supportsFinishReason: true,
    supportsLongCacheRetention: isOpenAI,
    maxTokensField: isLocal(host) ? "max_tokens" : "max_completion_tokens",
    thinkingFormat: FORMAT_OF_HOST.find(([pattern]) => pattern.test(host))?.[1] ?? "openai",
    sendSessionAffinityHeaders: isOpenRouter,
    sessionAffinityFormat: isOpenRouter ? "openrouter" : "openai",
    ...(model.compat as OpenAICompletionsCompat | undefined),
  };
}

const FORMAT_OF_HOST: readonly (readonly [RegExp, ThinkingFormat])[] = [
  [/openrouter\.ai$/, "openrouter"],
  [/deepseek\.com$/, "deepseek"],
  [/(?:^|\.)z\.ai$|bigmodel\.cn$/, "zai"],
  [/aliyuncs\.com$/, "qwen"],
  [/together\.(?:ai|xyz)$/, "together"],
  [/ant-ling\.com$/, "ant-ling"],
];

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}

function isLocal(host: string): boolean {
  return /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[?::1)|\.local$/.test(host);
}
