import { ownValue } from "../own-value.ts";
import { FOUNDRY_KEY_VARIABLE, isFoundryMode } from "../providers/anthropic-foundry.ts";
import { hasBedrockCredentials, hasVertexCredentials } from "./ambient-credentials.ts";
import { type Environment, readVariable } from "./environment.ts";

/** What stands for a key where the machine itself is signed in, and requests are signed elsewhere. */
export const AMBIENT_CREDENTIALS = "<authenticated>";

/** Variables that may hold a provider's key, best first. */
export const KEY_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  "ai-gateway": ["AI_GATEWAY_API_KEY"],
  "alibaba-coding-plan": ["ALIBABA_CODING_PLAN_API_KEY"],
  "amazon-bedrock": ["AWS_BEARER_TOKEN_BEDROCK"],
  "ant-ling": ["ANT_LING_API_KEY"],
  anthropic: ["ANTHROPIC_OAUTH_TOKEN", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_API_KEY", "ANTHROPIC_FOUNDRY_API_KEY"],
  azure: ["AZURE_OPENAI_API_KEY"],
  "azure-openai-responses": ["AZURE_OPENAI_API_KEY"],
  baseten: ["BASETEN_API_KEY"],
  cerebras: ["CEREBRAS_API_KEY"],
  "cloudflare-ai-gateway": ["CLOUDFLARE_API_KEY", "CLOUDFLARE_AI_GATEWAY_API_KEY"],
  "cloudflare-workers-ai": ["CLOUDFLARE_API_KEY"],
  cursor: ["CURSOR_ACCESS_TOKEN"],
  deepseek: ["DEEPSEEK_API_KEY"],
  fireworks: ["FIREWORKS_API_KEY"],
  "github-copilot": ["COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"],
  "gitlab-duo": ["GITLAB_TOKEN"],
  google: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
  "google-vertex": ["GOOGLE_CLOUD_API_KEY"],
  groq: ["GROQ_API_KEY"],
  huggingface: ["HF_TOKEN", "HUGGINGFACE_HUB_TOKEN"],
  kilo: ["KILO_API_KEY"],
  "kimi-coding": ["KIMI_API_KEY"],
  litellm: ["LITELLM_API_KEY"],
  "llama.cpp": ["LLAMA_CPP_API_KEY"],
  "lm-studio": ["LM_STUDIO_API_KEY"],
  meta: ["META_API_KEY"],
  minimax: ["MINIMAX_API_KEY", "MINIMAX_CODE_API_KEY"],
  "minimax-cn": ["MINIMAX_CN_API_KEY", "MINIMAX_CODE_CN_API_KEY"],
  mistral: ["MISTRAL_API_KEY"],
  moonshotai: ["MOONSHOT_API_KEY"],
  "moonshotai-cn": ["MOONSHOT_API_KEY"],
  nanogpt: ["NANO_GPT_API_KEY"],
  nvidia: ["NVIDIA_API_KEY"],
  ollama: ["OLLAMA_API_KEY"],
  "ollama-cloud": ["OLLAMA_CLOUD_API_KEY"],
  openai: ["OPENAI_API_KEY"],
  opencode: ["OPENCODE_API_KEY"],
  "opencode-go": ["OPENCODE_API_KEY"],
  openrouter: ["OPENROUTER_API_KEY"],
  qianfan: ["QIANFAN_API_KEY"],
  "qwen-portal": ["QWEN_OAUTH_TOKEN", "QWEN_PORTAL_API_KEY"],
  "qwen-token-plan": ["QWEN_TOKEN_PLAN_API_KEY"],
  "qwen-token-plan-cn": ["QWEN_TOKEN_PLAN_CN_API_KEY"],
  "qwen-token-plan-individual": ["QWEN_TOKEN_PLAN_API_KEY"],
  radius: ["RADIUS_API_KEY"],
  synthetic: ["SYNTHETIC_API_KEY"],
  together: ["TOGETHER_API_KEY"],
  typesafe: ["TYPESAFE_API_KEY"],
  venice: ["VENICE_API_KEY"],
  "vercel-ai-gateway": ["AI_GATEWAY_API_KEY"],
  vllm: ["VLLM_API_KEY"],
  xai: ["XAI_API_KEY"],
  xiaomi: ["XIAOMI_API_KEY"],
  "xiaomi-token-plan-ams": ["XIAOMI_TOKEN_PLAN_AMS_API_KEY"],
  "xiaomi-token-plan-cn": ["XIAOMI_TOKEN_PLAN_CN_API_KEY"],
  "xiaomi-token-plan-sgp": ["XIAOMI_TOKEN_PLAN_SGP_API_KEY"],
  zai: ["ZAI_API_KEY"],
  "zai-coding-cn": ["ZAI_CODING_CN_API_KEY"],
  zenmux: ["ZENMUX_API_KEY"],
};

/** Servers on the user's own machine: a key is sent if there is one, and not missed if there is none. */
const KEY_OPTIONAL: ReadonlySet<string> = new Set(["litellm", "llama.cpp", "lm-studio", "ollama", "vllm"]);

/** The variables that hold a key for this provider right now; `undefined` if none does. Ambient sign-in does not count. */
export function findEnvKeys(provider: string, env?: Environment): string[] | undefined {
  const found = keyVariables(provider, env).filter((name) => readVariable(name, env));
  return found.length > 0 ? found : undefined;
}

/** The key in the environment, read anew at every call. The sentinel `<authenticated>` stands for ambient sign-in. */
export function getEnvApiKey(provider: string, env?: Environment): string | undefined {
  const [first] = findEnvKeys(provider, env) ?? [];
  if (provider === "amazon-bedrock") return first || hasBedrockCredentials(env) ? AMBIENT_CREDENTIALS : undefined;
  if (first) return readVariable(first, env);
  if (provider === "google-vertex" && hasVertexCredentials(env)) return AMBIENT_CREDENTIALS;
  return undefined;
}

/** Best first; a resource of the user's own that is switched on comes before all. */
export function keyVariables(provider: string, env?: Environment): readonly string[] {
  const known = ownValue(KEY_VARIABLES, provider) ?? [];
  if (!isFoundryMode(provider, env)) return known;
  return [FOUNDRY_KEY_VARIABLE, ...known.filter((name) => name !== FOUNDRY_KEY_VARIABLE)];
}

export function isKeyRequired(provider: string): boolean {
  return Object.hasOwn(KEY_VARIABLES, provider) && !KEY_OPTIONAL.has(provider);
}
