import type { ClassifierModel } from "../contract/classifier.ts";
import type { Usage } from "../contract/usage.ts";
import { calculateCost, emptyUsage } from "../models/cost.ts";

export interface WireUsage {
  input_tokens?: unknown;
  output_tokens?: unknown;
}

/** Returns the usage that a service reported, with its cost; `undefined` if the report is invalid. */
export function classifierUsage(model: ClassifierModel, reported: WireUsage | undefined): Usage | undefined {
  const { input_tokens: input, output_tokens: output = 0 } = reported ?? {};
  if (!isCount(input) || !isCount(output)) return undefined;
  const usage = { ...emptyUsage(), input, output, totalTokens: input + output };
  calculateCost(model, usage);
  return usage;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
