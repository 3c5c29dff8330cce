import { ownValue } from "../own-value.ts";
import type { AnthropicMessagesCompat } from "../protocols/anthropic-messages/compat.ts";
import type { OpenAIResponsesCompat } from "../protocols/openai-responses/compat.ts";

/** Facts about a provider, apart from its models, whose protocol, endpoint and prices are in the catalogue. */
export interface Provider {
  /** Display name. Absent if the provider has no models in the catalogue. */
  readonly name?: string;
  /** The default model. */
  readonly defaultModel?: string;
  /** Environment variables that may hold its key, best first. Default: derived from the id, as in `LM_STUDIO_API_KEY`. */
  readonly keys?: readonly string[];
  /** For servers on the user's own machine: a key is sent if there is one, but not required. */
  readonly isKeyOptional?: true;
  /** The machine itself can be signed in without a key. */
  readonly ambient?: "aws" | "google";
  /** The differences from the vendor of the protocol. A model's own `compat` overrides them. */
  readonly quirks?: ProviderQuirks;
}

interface ProviderQuirks {
  readonly "anthropic-messages"?: AnthropicMessagesCompat;
  readonly "openai-responses"?: OpenAIResponsesCompat;
}

const RUNS_IN_BACKGROUND: ProviderQuirks = { "openai-responses": { supportsBackground: true } };

/** One row per provider. Providers with models come first, in order of preference. */
export const PROVIDERS: Readonly<Record<string, Provider>> = {
  anthropic: {
    name: "Anthropic",
    defaultModel: "claude-sonnet-5-5",
    keys: ["ANTHROPIC_OAUTH_TOKEN", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_API_KEY", "ANTHROPIC_FOUNDRY_API_KEY"],
  },
  openai: { name: "OpenAI", defaultModel: "gpt-6.1-sol", quirks: RUNS_IN_BACKGROUND },
  google: { name: "Google Gemini", defaultModel: "gemini-3.8-flash", keys: ["GEMINI_API_KEY", "GOOGLE_API_KEY"] },
  "github-copilot": {
    name: "GitHub Copilot",
    defaultModel: "claude-sonnet-5.5",
    keys: ["COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"],
  },
  "openai-codex": { name: "ChatGPT", defaultModel: "gpt-6.1-sol", keys: [] },
  openrouter: {
    name: "OpenRouter",
    defaultModel: "anthropic/claude-sonnet-5.5",
    quirks: { "anthropic-messages": { sendSessionAffinityHeaders: true, sessionAffinityFormat: "openrouter" } },
  },
  "vercel-ai-gateway": {
    name: "Vercel AI Gateway",
    defaultModel: "anthropic/claude-sonnet-5.5",
    keys: ["AI_GATEWAY_API_KEY"],
  },
  "amazon-bedrock": {
    name: "Amazon Bedrock",
    defaultModel: "anthropic.claude-sonnet-5-5",
    keys: ["AWS_BEARER_TOKEN_BEDROCK"],
    ambient: "aws",
  },
  "google-vertex": {
    name: "Google Vertex AI",
    defaultModel: "gemini-3.8-flash",
    keys: ["GOOGLE_CLOUD_API_KEY"],
    ambient: "google",
  },
  azure: {
    name: "Azure OpenAI",
    defaultModel: "gpt-6.1-sol",
    keys: ["AZURE_OPENAI_API_KEY"],
    quirks: RUNS_IN_BACKGROUND,
  },
  mistral: { name: "Mistral", defaultModel: "mistral-large-latest" },
  deepseek: { name: "DeepSeek", defaultModel: "deepseek-v4-pro" },
  xai: { name: "xAI", defaultModel: "grok-4.7" },
  groq: { name: "Groq", defaultModel: "openai/gpt-oss-120b" },
  cerebras: { name: "Cerebras", defaultModel: "gpt-oss-120b" },
  zai: { name: "Z.ai", defaultModel: "glm-5.3" },
  "zai-coding-cn": { name: "Z.ai (China)", defaultModel: "glm-5.3" },
  moonshotai: { name: "Moonshot AI", defaultModel: "kimi-k3", keys: ["MOONSHOT_API_KEY"] },
  "moonshotai-cn": { name: "Moonshot AI (China)", defaultModel: "kimi-k3", keys: ["MOONSHOT_API_KEY"] },
  "kimi-coding": { name: "Kimi for Coding", defaultModel: "kimi-for-coding", keys: ["KIMI_API_KEY"] },
  minimax: { name: "MiniMax", defaultModel: "MiniMax-M3", keys: ["MINIMAX_API_KEY", "MINIMAX_CODE_API_KEY"] },
  "minimax-cn": {
    name: "MiniMax (China)",
    defaultModel: "MiniMax-M3",
    keys: ["MINIMAX_CN_API_KEY", "MINIMAX_CODE_CN_API_KEY"],
  },
  meta: { name: "Meta", defaultModel: "muse-spark-1.3" },
  opencode: { name: "OpenCode Zen", defaultModel: "claude-sonnet-5-5" },
  "opencode-go": { name: "OpenCode Go", defaultModel: "glm-5.3", keys: ["OPENCODE_API_KEY"] },
  together: { name: "Together AI", defaultModel: "zai-org/GLM-5.3" },
  fireworks: { name: "Fireworks", defaultModel: "accounts/fireworks/models/glm-5p3" },
  baseten: { name: "Baseten", defaultModel: "zai-org/GLM-5.3" },
  huggingface: {
    name: "Hugging Face",
    defaultModel: "deepseek-ai/DeepSeek-V4-Pro",
    keys: ["HF_TOKEN", "HUGGINGFACE_HUB_TOKEN"],
  },
  nvidia: { name: "NVIDIA NIM", defaultModel: "nvidia/nemotron-3-ultra-550b-a55b" },
  "cloudflare-ai-gateway": {
    name: "Cloudflare AI Gateway",
    defaultModel: "claude-sonnet-5-5",
    keys: ["CLOUDFLARE_AI_GATEWAY_API_KEY", "CLOUDFLARE_API_KEY"],
  },
  "cloudflare-workers-ai": {
    name: "Cloudflare Workers AI",
    defaultModel: "@cf/zai-org/glm-5.3",
    keys: ["CLOUDFLARE_API_KEY"],
  },
  "qwen-token-plan": { name: "Qwen Token Plan", defaultModel: "qwen3.8-max" },
  "qwen-token-plan-cn": {
    name: "Qwen Token Plan (China)",
    defaultModel: "qwen3.8-max",
  },
  "qwen-token-plan-individual": {
    name: "Qwen Token Plan (individual)",
    defaultModel: "qwen3.8-max",
    keys: ["QWEN_TOKEN_PLAN_API_KEY"],
  },
  xiaomi: { name: "Xiaomi MiMo", defaultModel: "mimo-v2.6-pro" },
  "xiaomi-token-plan-ams": {
    name: "Xiaomi MiMo Token Plan (Amsterdam)",
    defaultModel: "mimo-v2.6-pro",
  },
  "xiaomi-token-plan-cn": {
    name: "Xiaomi MiMo Token Plan (China)",
    defaultModel: "mimo-v2.6-pro",
  },
  "xiaomi-token-plan-sgp": {
    name: "Xiaomi MiMo Token Plan (Singapore)",
    defaultModel: "mimo-v2.6-pro",
  },
  "ant-ling": { name: "Ant Ling", defaultModel: "Ling-2.6-1T" },
  "ai-gateway": {},
  "alibaba-coding-plan": {},
  "azure-openai-responses": { keys: ["AZURE_OPENAI_API_KEY"] },
  cursor: { keys: ["CURSOR_ACCESS_TOKEN"] },
  "gitlab-duo": { keys: ["GITLAB_TOKEN"] },
  kilo: {},
  litellm: { isKeyOptional: true },
  "llama.cpp": { isKeyOptional: true },
  "lm-studio": { isKeyOptional: true },
  nanogpt: { keys: ["NANO_GPT_API_KEY"] },
  ollama: { isKeyOptional: true },
  "ollama-cloud": {},
  qianfan: {},
  "qwen-portal": { keys: ["QWEN_OAUTH_TOKEN", "QWEN_PORTAL_API_KEY"] },
  radius: {},
  synthetic: {},
  typesafe: {},
  venice: {},
  vllm: { isKeyOptional: true },
  zenmux: {},
};

const CATALOGUED = Object.keys(PROVIDERS).filter((id) => PROVIDERS[id]?.defaultModel !== undefined);

/** Returns the environment variables that may hold a provider's key, best first. */
export function providerKeys(provider: string): readonly string[] {
  const row = ownValue(PROVIDERS, provider);
  return row ? (row.keys ?? [`${provider.toUpperCase().replace(/[^A-Z0-9]/g, "_")}_API_KEY`]) : [];
}

/** Display name and default model of a provider. */
export interface ProviderInfo {
  readonly name: string;
  readonly defaultModel: string;
}

/** Returns the providers of the catalogue, in order of preference. */
export function getProviders(): string[] {
  return [...CATALOGUED];
}

export function getProviderInfo(provider: string): ProviderInfo | undefined {
  const { name, defaultModel } = ownValue(PROVIDERS, provider) ?? {};
  return name && defaultModel ? { name, defaultModel } : undefined;
}

export function providerQuirks<Protocol extends keyof ProviderQuirks>(
  provider: string,
  protocol: Protocol,
): ProviderQuirks[Protocol] | undefined {
  return ownValue(PROVIDERS, provider)?.quirks?.[protocol];
}
