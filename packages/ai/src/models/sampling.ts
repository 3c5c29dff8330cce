import type { JsonObject } from "../contract/json.ts";
import type { Model, ModelThinkingLevel } from "../contract/model.ts";
import type { StreamOptions } from "../contract/options.ts";

/** Returns extra fields for the vendor: the model's, then those of the thinking level, then the caller's. */
export function samplingFields(
  model: Model,
  options: Pick<StreamOptions, "samplingParams">,
  level: ModelThinkingLevel = "off",
): JsonObject {
  return { ...model.samplingParams, ...model.samplingParamsByThinkingLevel?.[level], ...options.samplingParams };
}
