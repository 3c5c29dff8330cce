/** Tokens and money of one answer. Every field is always present; what a vendor does not report is 0. */
export interface Usage {
  /** Prompt tokens that were neither read from nor written to a cache. */
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** The part of `cacheWrite` kept for an hour; only vendors with two retentions report it. */
  cacheWrite1h?: number;
  /** The part of `output` spent on thinking, where the vendor says so. */
  reasoning?: number;
  totalTokens: number;
  cost: UsageCost;
}

/** In US dollars. */
export interface UsageCost {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  total: number;
  /** True where `total` is what the vendor says it billed, not our estimate. */
  totalFromProvider?: boolean;
}
