/** The parts of a Chat Completions stream that we read. Any of them may be missing. */
export interface Chunk {
  id?: string;
  model?: string;
  choices?: Choice[];
  usage?: WireUsage | null;
  x_groq?: { usage?: WireUsage };
  error?: unknown;
}

export interface Choice {
  delta?: Delta;
  message?: Delta;
  finish_reason?: string | null;
  usage?: WireUsage;
}

/** Content parts that some servers send instead of plain text. */
export type ContentPart =
  | { type: "text"; text: string }
  | { type: "thinking"; thinking: { type: string; text?: string }[] | string }
  | { type: "reference" };

export interface Delta {
  content?: string | ContentPart[] | null;
  refusal?: string | null;
  reasoning_content?: string | null;
  reasoning?: string | null;
  reasoning_text?: string | null;
  reasoning_details?: ReasoningDetail[] | null;
  tool_calls?: ToolCallDelta[] | null;
}

export interface ToolCallDelta {
  index?: number | null;
  id?: string | null;
  function?: { name?: string; arguments?: string | object };
}

export interface ReasoningDetail {
  type: string;
  index?: number;
  text?: string;
  summary?: string;
  data?: string;
  signature?: string | null;
  [field: string]: unknown;
}

export interface WireUsage {
  prompt_tokens?: number;
  completion_tokens?: number;
  prompt_tokens_details?: { cached_tokens?: number; cache_write_tokens?: number } | null;
  completion_tokens_details?: { reasoning_tokens?: number } | null;
  /** DeepSeek's name. */
  prompt_cache_hit_tokens?: number;
  /** Moonshot's name. */
  cached_tokens?: number;
  /** The amount a router billed, in US dollars. */
  cost?: number | null;
  is_byok?: boolean;
  cost_details?: { upstream_inference_cost?: number | null } | null;
}
