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
  | "openai-responses"
  | "pi-messages";

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

/** What every entry of a catalogue has, whatever it is good for. */
export interface BaseModel<TApi extends string = string> {
  id: string;
  name: string;
  api: TApi;
  provider: ProviderId;
  baseUrl: string;
  input: ModelInputModality[];
  inputLimits?: ModelInputLimits;
  cost: ModelCost;
  headers?: Record<string, string>;
}

export interface Model<TApi extends Api = Api> extends BaseModel<TApi> {
  /** What a model without a type is for. */
  type?: "chat";
  reasoning: boolean;
  thinkingLevelMap?: ThinkingLevelMap;
  contextWindow: number;
  maxTokens: number;
  promptCache?: ModelPromptCache;
  /** Where this server differs from the protocol's norm; each protocol documents the keys it reads. */
  compat?: ModelCompat;
  samplingParams?: JsonObject;
  /** Laid over `samplingParams` at the level that is used. */
  samplingParamsByThinkingLevel?: Partial<Record<ModelThinkingLevel, JsonObject>>;
}

export type ModelInputModality = "text" | "image";

/** How many seconds the vendor keeps a cached prompt. */
export interface ModelPromptCache {
  short?: number;
  long?: number;
}

/** What a vendor accepts of each kind of input. */
export interface ModelInputLimits {
  maxRequestBytes?: number;
  images?: ModelImageInputLimits;
}

export interface ModelImageInputLimits {
  maxPerMessage?: number;
  maxPerRequest?: number;
  resize?: ModelImageResizeOptions;
}

export interface ModelImageResizeOptions {
  maxWidth?: number;
  maxHeight?: number;
  maxBytes?: number;
  jpegQuality?: number;
}

export interface ModelCompat {
  [key: string]: unknown;
}
