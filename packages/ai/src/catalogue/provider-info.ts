import { ownValue } from "../own-value.ts";
/** What a chooser shows of a provider, and which of its models to begin with. */
export interface ProviderInfo {
  readonly name: string;
  readonly defaultModel: string;
}

const PROVIDERS: Readonly<Record<string, readonly [name: string, defaultModel: string]>> = {
  anthropic: ["Anthropic", "claude-sonnet-5-5"],
  openai: ["OpenAI", "gpt-6.1-sol"],
  google: ["Google Gemini", "gemini-3.8-flash"],
  "github-copilot": ["GitHub Copilot", "claude-sonnet-5.5"],
  "openai-codex": ["ChatGPT", "gpt-6.1-sol"],
  openrouter: ["OpenRouter", "anthropic/claude-sonnet-5.5"],
  "vercel-ai-gateway": ["Vercel AI Gateway", "anthropic/claude-sonnet-5.5"],
  "amazon-bedrock": ["Amazon Bedrock", "anthropic.claude-sonnet-5-5"],
  "google-vertex": ["Google Vertex AI", "gemini-3.8-flash"],
  azure: ["Azure OpenAI", "gpt-6.1-sol"],
  mistral: ["Mistral", "mistral-large-latest"],
  deepseek: ["DeepSeek", "deepseek-v4-pro"],
  xai: ["xAI", "grok-4.7"],
  groq: ["Groq", "openai/gpt-oss-120b"],
  cerebras: ["Cerebras", "gpt-oss-120b"],
  zai: ["Z.ai", "glm-5.3"],
  "zai-coding-cn": ["Z.ai (China)", "glm-5.3"],
  moonshotai: ["Moonshot AI", "kimi-k3"],
  "moonshotai-cn": ["Moonshot AI (China)", "kimi-k3"],
  "kimi-coding": ["Kimi for Coding", "kimi-for-coding"],
  minimax: ["MiniMax", "MiniMax-M3"],
  "minimax-cn": ["MiniMax (China)", "MiniMax-M3"],
  meta: ["Meta", "muse-spark-1.3"],
  opencode: ["OpenCode Zen", "claude-sonnet-5-5"],
  "opencode-go": ["OpenCode Go", "glm-5.3"],
  together: ["Together AI", "zai-org/GLM-5.3"],
  fireworks: ["Fireworks", "accounts/fireworks/models/glm-5p3"],
  baseten: ["Baseten", "zai-org/GLM-5.3"],
  huggingface: ["Hugging Face", "deepseek-ai/DeepSeek-V4-Pro"],
  nvidia: ["NVIDIA NIM", "nvidia/nemotron-3-ultra-550b-a55b"],
  "cloudflare-ai-gateway": ["Cloudflare AI Gateway", "claude-sonnet-5-5"],
  "cloudflare-workers-ai": ["Cloudflare Workers AI", "@cf/zai-org/glm-5.3"],
  "qwen-token-plan": ["Qwen Token Plan", "qwen3.8-max"],
  "qwen-token-plan-cn": ["Qwen Token Plan (China)", "qwen3.8-max"],
  "qwen-token-plan-individual": ["Qwen Token Plan (individual)", "qwen3.8-max"],
  xiaomi: ["Xiaomi MiMo", "mimo-v2.6-pro"],
  "xiaomi-token-plan-ams": ["Xiaomi MiMo Token Plan (Amsterdam)", "mimo-v2.6-pro"],
  "xiaomi-token-plan-cn": ["Xiaomi MiMo Token Plan (China)", "mimo-v2.6-pro"],
  "xiaomi-token-plan-sgp": ["Xiaomi MiMo Token Plan (Singapore)", "mimo-v2.6-pro"],
  "ant-ling": ["Ant Ling", "Ling-2.6-1T"],
};

/** Known providers come in the order in which to prefer them. */
export function getProviders(): string[] {
  return Object.keys(PROVIDERS);
}

export function getProviderInfo(provider: string): ProviderInfo | undefined {
  const [name, defaultModel] = ownValue(PROVIDERS, provider) ?? [];
  return name && defaultModel ? { name, defaultModel } : undefined;
}
