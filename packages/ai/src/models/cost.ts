import type { Model, ModelCostRates } from "../contract/model.ts";
import type { Usage, UsageCost } from "../contract/usage.ts";

/** A cache entry of an hour costs twice the input rate; the catalogue's `cacheWrite` is the rate of a short one. */
const LONG_CACHE_WRITE_FACTOR = 2;
const MILLION = 1_000_000;

/**
 * Returns the cost of an answer by the catalogue's rates. Also stores it in `usage.cost`; a total that the vendor reported as billed is
 * kept.
 */
export function calculateCost(model: Pick<Model, "cost">, usage: Usage): UsageCost {
  const rates = ratesFor(model, usage);
  const longWrites = usage.cacheWrite1h ?? 0;
  const cost: UsageCost = {
    input: (rates.input * usage.input) / MILLION,
    output: (rates.output * usage.output) / MILLION,
    cacheRead: (rates.cacheRead * usage.cacheRead) / MILLION,
    cacheWrite:
      (rates.cacheWrite * (usage.cacheWrite - longWrites) + rates.input * LONG_CACHE_WRITE_FACTOR * longWrites) /
      MILLION,
    total: 0,
  };
  cost.total = cost.input + cost.output + cost.cacheRead + cost.cacheWrite;
  if (usage.cost.totalFromProvider) {
    cost.total = usage.cost.total;
    cost.totalFromProvider = true;
  }
  usage.cost = cost;
  return cost;
}

/** Returns the rates of the highest tier that the prompt reaches; they apply to the whole request. */
function ratesFor(model: Pick<Model, "cost">, usage: Usage): ModelCostRates {
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  let rates: ModelCostRates = model.cost;
  let reached = -1;
  for (const tier of model.cost.tiers ?? []) {
    if (prompt > tier.inputTokensAbove && tier.inputTokensAbove > reached) {
      rates = tier;
      reached = tier.inputTokensAbove;
    }
  }
  return rates;
}

export function emptyUsage(): Usage {
  return {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 0,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  };
}
