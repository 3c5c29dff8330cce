import type { Model, ModelThinkingLevel, ThinkingLevel } from "../contract/model.ts";

/** Ordered, weakest first. */
const LEVELS: readonly ModelThinkingLevel[] = ["off", "minimal", "low", "medium", "high", "xhigh", "max"];

/** Levels that a model has only if its map names them. */
const OPT_IN: ReadonlySet<ModelThinkingLevel> = new Set(["xhigh", "max"]);

type ThinkingAbility = Pick<Model, "reasoning" | "thinkingLevelMap">;

export function getSupportedThinkingLevels(model: ThinkingAbility): ModelThinkingLevel[] {
  if (!model.reasoning) return ["off"];
  return LEVELS.filter((level) => {
    const mapped = model.thinkingLevelMap?.[level];
    return mapped === undefined ? !OPT_IN.has(level) : mapped !== null;
  });
}

/** Returns the requested level, or else the next stronger one the model has, or else the next weaker one. */
export function clampThinkingLevel(model: ThinkingAbility, level: ModelThinkingLevel): ModelThinkingLevel {
  const supported = getSupportedThinkingLevels(model);
  const wanted = LEVELS.indexOf(level);
  const stronger = supported.find((candidate) => LEVELS.indexOf(candidate) >= wanted);
  return stronger ?? supported.at(-1) ?? "off";
}

/** Returns the vendor's word for a level after clamping; `undefined` if thinking is off and the model maps no word for that. */
export function vendorThinkingLevel(model: ThinkingAbility, level: ThinkingLevel | undefined): string | undefined {
  if (!model.reasoning) return undefined;
  const clamped = clampThinkingLevel(model, level ?? "off");
  const mapped = model.thinkingLevelMap?.[clamped];
  if (mapped) return mapped;
  return clamped === "off" ? undefined : clamped;
}
