import type { Model, ThinkingLevel } from "../contract/model.ts";
import { clampThinkingLevel } from "./thinking-levels.ts";

type ThinkingAbility = Pick<Model, "reasoning" | "thinkingLevelMap">;

/**
 * Returns the vendor's word for an effort: as the model maps it, or unchanged. Without an effort, returns the word that turns thinking off;
 * if the model cannot turn it off, `undefined` leaves the choice to the vendor.
 */
export function vendorEffort(model: ThinkingAbility, effort: ThinkingLevel | undefined, off?: string) {
  if (!model.reasoning) return undefined;
  const { [effort ?? "off"]: mapped } = model.thinkingLevelMap ?? {};
  return effort === undefined ? (mapped === null ? undefined : (mapped ?? off)) : (mapped ?? effort);
}

/** Returns the effort of a simple request, at a level that the model has. */
export function effortOption(
  model: ThinkingAbility,
  reasoning: ThinkingLevel | undefined,
): { reasoningEffort?: ThinkingLevel } {
  const level = reasoning ? clampThinkingLevel(model, reasoning) : "off";
  return level === "off" ? {} : { reasoningEffort: level };
}
