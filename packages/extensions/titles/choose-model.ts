import type { ExtensionContext } from "@tau/coding-agent";

type Model = NonNullable<ExtensionContext["model"]>;

/** Returns the user's model for small work, else the cheapest model of the current provider, else the current model. */
export function chooseModel(current: Model, available: readonly Model[], wanted: string | undefined): Model {
  const named = wanted
    ? available.find((model) => `${model.provider}/${model.id}` === wanted || model.id === wanted)
    : undefined;
  if (named) return named;
  const siblings = available.filter(({ provider, cost }) => provider === current.provider && price(cost) > 0);
  return siblings.reduce((best, model) => (price(model.cost) < price(best.cost) ? model : best), current);
}

function price({ input, output }: Model["cost"]): number {
  return input + output;
}
