import type { Model } from "../../contract/model.ts";
import type { ChatTemplateValue, ThinkingFormat } from "./thinking.ts";

/** The differences of a server from OpenAI's own Chat Completions. A model's `compat` has the ones that its URL does not imply. */
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
  /** System messages may stand inside the conversation and add tools. */
  supportsMidConvoSystemMessages?: boolean;
  supportsMidConvoToolAdditions?: boolean;
  sessionAffinityFormat?: "openai" | "openai-nosession" | "openrouter";
  supportsLongCacheRetention?: boolean;
  vllmPriority?: number;
}

export type ResolvedCompat = OpenAICompletionsCompat &
  Required<Pick<OpenAICompletionsCompat, "maxTokensField" | "thinkingFormat" | "sessionAffinityFormat">>;

/** Returns the settings that the URL or provider implies, overridden by those of the model. */
export function resolveCompat(model: Model): ResolvedCompat {
  const host = hostOf(model.baseUrl);
  const isOpenAI = host === "api.openai.com" || host.endsWith(".openai.azure.com");
  // The provider counts too: a proxy in front of a known server uses its dialect.
  const known = SERVERS.find(({ address, provider }) => address.test(host) || provider === model.provider);
  return {
    supportsStore: isOpenAI,
    supportsDeveloperRole: isOpenAI,
    supportsReasoningEffort: true,
    supportsUsageInStreaming: true,
    supportsFinishReason: true,
    supportsLongCacheRetention: isOpenAI,
    maxTokensField: isLocal(host) ? "max_tokens" : "max_completion_tokens",
    thinkingFormat: "openai",
    sendSessionAffinityHeaders: false,
    sessionAffinityFormat: "openai",
    ...known?.compat,
    ...(model.provider === "openrouter" && model.id.startsWith("anthropic/") && { cacheControlFormat: "anthropic" }),
    ...(model.compat as OpenAICompletionsCompat | undefined),
  };
}

interface Server {
  readonly address: RegExp;
  readonly provider?: string;
  readonly compat: OpenAICompletionsCompat;
}

const SERVERS: readonly Server[] = [
  {
    address: /openrouter\.ai$/,
    provider: "openrouter",
    compat: { thinkingFormat: "openrouter", sendSessionAffinityHeaders: true, sessionAffinityFormat: "openrouter" },
  },
  {
    address: /deepseek\.com$/,
    provider: "deepseek",
    compat: { thinkingFormat: "deepseek", maxTokensField: "max_tokens" },
  },
  {
    address: /(?:^|\.)z\.ai$|bigmodel\.cn$/,
    provider: "zai",
    compat: { thinkingFormat: "zai", supportsReasoningEffort: false, maxTokensField: "max_tokens" },
  },
  { address: /aliyuncs\.com$/, compat: { thinkingFormat: "qwen" } },
  {
    address: /together\.(?:ai|xyz)$/,
    provider: "together",
    compat: { thinkingFormat: "together", supportsReasoningEffort: false, maxTokensField: "max_tokens" },
  },
  { address: /ant-ling\.com$/, compat: { thinkingFormat: "ant-ling" } },
  { address: /(?:^|\.)x\.ai$/, provider: "xai", compat: { supportsReasoningEffort: false } },
  {
    address: /moonshot\.(?:ai|cn)$/,
    provider: "moonshotai",
    compat: { supportsReasoningEffort: false, maxTokensField: "max_tokens" },
  },
  { address: /chutes\.ai$/, compat: { maxTokensField: "max_tokens" } },
];

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}

function isLocal(host: string): boolean {
  return /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[?::1)|\.local$/.test(host);
}
