/** Tokens and cost of one answer. Required fields are always present; a count that the vendor does not report is 0. */
export interface Usage {
  /** Prompt tokens that were neither read from nor written to a cache. */
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** The part of `cacheWrite` that is kept for an hour; reported only by vendors with two retention times. */
  cacheWrite1h?: number;
  /** The part of `output` used for thinking, if the vendor reports it. */
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
  /** True if `total` is the amount the vendor reports as billed, not our estimate. */
  totalFromProvider?: boolean;
}
