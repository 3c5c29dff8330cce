import type { Model, ThinkingLevel } from "../contract/model.ts";
import { clampThinkingLevel } from "./thinking-levels.ts";

type ThinkingAbility = Pick<Model, "reasoning" | "thinkingLevelMap">;

/**
 * The vendor's word for the effort that a protocol's own function was given: as the model maps it, else as it is. Without one, the word that
 * turns thinking off, unless the model cannot: then the vendor decides.
 */
export function vendorEffort(model: ThinkingAbility, effort: ThinkingLevel | undefined, off?: string) {
  if (!model.reasoning) return undefined;
  const { [effort ?? "off"]: mapped } = model.thinkingLevelMap ?? {};
  return effort === undefined ? (mapped === null ? undefined : (mapped ?? off)) : (mapped ?? effort);
}

/** The effort of a simple request, at a level that the model has. */
export function effortOption(
  model: ThinkingAbility,
  reasoning: ThinkingLevel | undefined,
): { reasoningEffort?: ThinkingLevel } {
  const level = reasoning ? clampThinkingLevel(model, reasoning) : "off";
  return level === "off" ? {} : { reasoningEffort: level };
}
