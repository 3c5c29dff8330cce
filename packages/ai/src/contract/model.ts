import type { JsonObject } from "./json.ts";

export type KnownApi =
  | "anthropic-messages"
  | "azure-openai-responses"
  | "bedrock-converse-stream"
  | "demo"
  | "google-generative-ai"
  | "google-vertex"
  | "mistral-conversations"
  | "ollama"
  | "openai-codex-responses"
  | "openai-completions"
  | "openai-responses";

/** A wire format. Extensions may bring their own. */
export type Api = KnownApi | (string & {});

/** Who serves the model. Credentials are keyed by it. */
export type ProviderId = string;

export type ThinkingLevel = "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
export type ModelThinkingLevel = "off" | ThinkingLevel;

/** What a vendor calls each level; `null` marks a level the model does not have. */
export type ThinkingLevelMap = Partial<Record<ModelThinkingLevel, string | null>>;

/** US dollars per million tokens. */
export interface ModelCostRates {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

/** Rates that hold once a request's prompt is longer than `inputTokensAbove`. */
export interface ModelCostTier extends ModelCostRates {
  inputTokensAbove: number;
}

export interface ModelCost extends ModelCostRates {
  tiers?: ModelCostTier[];
}

export interface Model<TApi extends Api = Api> {
  id: string;
  name: string;
  api: TApi;
  provider: ProviderId;
  baseUrl: string;
  reasoning: boolean;
  thinkingLevelMap?: ThinkingLevelMap;
  input: ("text" | "image")[];
  cost: ModelCost;
  contextWindow: number;
  maxTokens: number;
  headers?: Record<string, string>;
  inputLimits?: ModelInputLimits;
  /** How many seconds the vendor keeps a cached prompt. */
  promptCache?: { short?: number; long?: number };
  /** Where this server differs from the protocol's norm; each protocol documents the keys it reads. */
  compat?: ModelCompat;
  samplingParams?: JsonObject;
}

/** What a vendor accepts of each kind of input. */
export interface ModelInputLimits {
  images?: {
    maxPerMessage?: number;
    maxPerRequest?: number;
    resize?: { maxWidth?: number; maxHeight?: number; maxBytes?: number; jpegQuality?: number };
  };
}

export interface ModelCompat {
  [key: string]: unknown;
}
