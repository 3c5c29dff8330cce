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

/** A wire format. Extensions may add their own. */
export type Api = KnownApi | (string & {});

/** The provider of the model. Credentials are stored under this id. */
export type ProviderId = string;

export type ThinkingLevel = "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
export type ModelThinkingLevel = "off" | ThinkingLevel;

/** The vendor's name for each level; `null` marks a level that the model does not have. */
export type ThinkingLevelMap = Partial<Record<ModelThinkingLevel, string | null>>;

/** US dollars per million tokens. */
export interface ModelCostRates {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

/** Rates that apply if a request's prompt is longer than `inputTokensAbove`. */
export interface ModelCostTier extends ModelCostRates {
  inputTokensAbove: number;
}

export interface ModelCost extends ModelCostRates {
  tiers?: ModelCostTier[];
}

/** The fields that every model of a catalogue has, whatever its type. */
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
  /** The default type. */
  type?: "chat";
  reasoning: boolean;
  thinkingLevelMap?: ThinkingLevelMap;
  contextWindow: number;
  maxTokens: number;
  promptCache?: ModelPromptCache;
  /** The differences of this server from the protocol; each protocol documents the keys it reads. */
  compat?: ModelCompat;
  samplingParams?: JsonObject;
  /** Merged over `samplingParams` for the level in use. */
  samplingParamsByThinkingLevel?: Partial<Record<ModelThinkingLevel, JsonObject>>;
}

export type ModelInputModality = "text" | "image";

/** How long the vendor keeps a cached prompt, in seconds. */
export interface ModelPromptCache {
  short?: number;
  long?: number;
}

/** The vendor's limits for each kind of input. */
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
