import type { Model, ModelCostRates } from "../contract/model.ts";

/** OpenAI offers the same tokens slower at half the price, or faster at a multiple (developers.openai.com/api/docs/pricing). */
const FACTORS: Readonly<Record<string, number>> = { flex: 0.5, priority: 2 };
const DEARER_PRIORITY = /^gpt-5\.5\b(?!-)/;
const DEARER_FACTOR = 2.5;

/** Returns a model's rates in the tier that served a request. */
export function ratesInTier(model: Pick<Model, "id" | "cost">, tier: string | null | undefined): Model["cost"] {
  const factor = tier === "priority" && DEARER_PRIORITY.test(model.id) ? DEARER_FACTOR : (FACTORS[tier ?? ""] ?? 1);
  if (factor === 1) return model.cost;
  const tiers = model.cost.tiers?.map((each) => ({ ...each, ...scaled(each, factor) }));
  return { ...scaled(model.cost, factor), ...(tiers && { tiers }) };
}

function scaled({ input, output, cacheRead, cacheWrite }: ModelCostRates, factor: number): ModelCostRates {
  return {
    input: input * factor,
    output: output * factor,
    cacheRead: cacheRead * factor,
    cacheWrite: cacheWrite * factor,
  };
}
