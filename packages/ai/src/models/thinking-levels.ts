import type { Model, ModelThinkingLevel, ThinkingLevel } from "../contract/model.ts";

/** Weakest first. */
const LEVELS: readonly ModelThinkingLevel[] = ["off", "minimal", "low", "medium", "high", "xhigh", "max"];

/** Levels that a model has only where its map names them. */
const OPT_IN: ReadonlySet<ModelThinkingLevel> = new Set(["xhigh", "max"]);

type ThinkingAbility = Pick<Model, "reasoning" | "thinkingLevelMap">;

export function getSupportedThinkingLevels(model: ThinkingAbility): ModelThinkingLevel[] {
  if (!model.reasoning) return ["off"];
  return LEVELS.filter((level) => {
    const mapped = model.thinkingLevelMap?.[level];
    return mapped === undefined ? !OPT_IN.has(level) : mapped !== null;
  });
}

/** The supported level nearest to the one asked for; of two equally near ones the stronger. */
export function clampThinkingLevel(model: ThinkingAbility, level: ModelThinkingLevel): ModelThinkingLevel {
  const supported = getSupportedThinkingLevels(model);
  const wanted = LEVELS.indexOf(level);
  const distance = (candidate: ModelThinkingLevel) => Math.abs(LEVELS.indexOf(candidate) - wanted);
  // Turning thinking off is a choice of kind, not of degree: no other level falls back to it while one is left.
  const candidates = level === "off" || supported.length === 1 ? supported : supported.filter((each) => each !== "off");
  let nearest: ModelThinkingLevel = candidates[0] ?? "off";
  for (const candidate of candidates) {
    if (distance(candidate) <= distance(nearest)) nearest = candidate;
  }
  return nearest;
}

/** The vendor's word for a level, after clamping; `undefined` where thinking stays off and has no word for it. */
export function vendorThinkingLevel(model: ThinkingAbility, level: ThinkingLevel | undefined): string | undefined {
  if (!model.reasoning) return undefined;
  const clamped = clampThinkingLevel(model, level ?? "off");
  const mapped = model.thinkingLevelMap?.[clamped];
  if (mapped) return mapped;
  return clamped === "off" ? undefined : clamped;
}
