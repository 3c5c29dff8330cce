import type { Model, ModelThinkingLevel } from "@tau/ai";
import { modelName } from "../model-name.ts";
import { isThinkingLevel, THINKING_LEVELS } from "../thinking-level.ts";

export interface ModelReferenceRequest {
  /** An id or `provider/id`, with an optional `:level`. */
  readonly text: string;
  readonly provider?: string | undefined;
  /**
   * How to read a final `:word` that is not the end of any id: as part of the id, as a level if it is a valid one, or
   * always as a level.
   */
  readonly thinkingSuffix: "none" | "strict" | "lenient";
  /** Also searches for the text inside ids and names. */
  readonly fuzzy: boolean;
}

export type ModelReferenceResult =
  | { status: "resolved"; model: Model; thinkingLevel?: ModelThinkingLevel; warning?: string }
  | {
      status: "ambiguous";
      candidates: Model[];
      usableCount: number;
      thinkingLevel?: ModelThinkingLevel;
      warning?: string;
    }
  | { status: "not-found"; target?: ModelReferenceTarget };

/** A provider that the text names, although none of its models matches. Enough to try an id that is newer than the catalogue. */
export interface ModelReferenceTarget {
  provider: string;
  providerModels: [Model, ...Model[]];
  modelText: string;
  modelId: string;
  thinkingLevel?: ModelThinkingLevel;
}

/**
 * Finds the model that a text means. An exact id beats a partial match; if several providers have it, a usable one is
 * preferred. A suffix is considered only if the whole text matches nothing, because ids may contain colons.
 */
export function resolveModelReference(
  request: ModelReferenceRequest,
  models: readonly Model[],
  usable: (provider: string) => boolean,
): ModelReferenceResult {
  const whole = match(request.text, request, models, usable);
  if (whole) return whole;
  const { base, suffix } = splitSuffix(request.text);
  const level = isThinkingLevel(suffix) ? suffix : undefined;
  if (request.thinkingSuffix !== "none" && suffix !== undefined && (level || request.thinkingSuffix === "lenient")) {
    const found = match(base, request, models, usable);
    if (found && level) return { ...found, thinkingLevel: level };
    if (found)
      return { ...found, warning: `"${suffix}" is no thinking level (${THINKING_LEVELS.join(", ")}); ignored` };
  }
  const target = targetOf(request, models);
  return target ? { status: "not-found", target } : { status: "not-found" };
}

type Found = Exclude<ModelReferenceResult, { status: "not-found" }>;

function match(
  text: string,
  { provider, fuzzy }: ModelReferenceRequest,
  models: readonly Model[],
  usable: (provider: string) => boolean,
): Found | undefined {
  const exactly = exact(text, provider, models);
  if (exactly.length > 0) return decide(exactly, usable);
  const best = fuzzy ? bestOf(containing(text, provider, models), usable) : undefined;
  return best && { status: "resolved", model: best };
}

function decide(candidates: Model[], usable: (provider: string) => boolean): Found {
  const ready = candidates.filter((model) => usable(model.provider));
  const [model] = candidates.length === 1 ? candidates : ready;
  if (model && (candidates.length === 1 || ready.length === 1)) return { status: "resolved", model };
  return { status: "ambiguous", candidates, usableCount: ready.length };
}

function exact(text: string, provider: string | undefined, models: readonly Model[]): Model[] {
  const wanted = text.toLowerCase();
  const within = models.filter((model) => !provider || equal(model.provider, provider));
  const qualified = within.filter((model) => equal(modelName(model), wanted));
  return qualified.length > 0 ? qualified : within.filter(({ id }) => equal(id, wanted));
}

function containing(text: string, provider: string | undefined, models: readonly Model[]): Model[] {
  const wanted = text.toLowerCase();
  const has = (value: string, part: string) => value.toLowerCase().includes(part);
  const within = models.filter((model) => !provider || equal(model.provider, provider));
  const plain = within.filter(({ id, name }) => has(id, wanted) || has(name, wanted));
  if (plain.length > 0) return plain;
  const slash = wanted.indexOf("/");
  if (slash < 0) return [];
  const [prefix, rest] = [wanted.slice(0, slash), wanted.slice(slash + 1)];
  return within.filter((model) => equal(model.provider, prefix) && (has(model.id, rest) || has(model.name, rest)));
}

/** Picks the best candidate: usable ones first, then undated ids before dated ones, then the highest version number. */
function bestOf(candidates: readonly Model[], usable: (provider: string) => boolean): Model | undefined {
  const rank = (model: Model) => (usable(model.provider) ? 0 : 2) + (DATED.test(model.id) ? 1 : 0);
  return [...candidates].sort((a, b) => rank(a) - rank(b) || b.id.localeCompare(a.id, "en", { numeric: true }))[0];
}

function targetOf(request: ModelReferenceRequest, models: readonly Model[]): ModelReferenceTarget | undefined {
  const slash = request.text.indexOf("/");
  const name = request.provider ?? (slash > 0 ? request.text.slice(0, slash) : undefined);
  const [first, ...others] = models.filter(({ provider }) => name !== undefined && equal(provider, name));
  if (!first) return undefined;
  const hasPrefix = slash > 0 && equal(request.text.slice(0, slash), first.provider);
  const modelText = hasPrefix ? request.text.slice(slash + 1) : request.text;
  const { base, suffix } = splitSuffix(modelText);
  const common = { provider: first.provider, providerModels: [first, ...others] as [Model, ...Model[]], modelText };
  if (request.thinkingSuffix === "none" || !isThinkingLevel(suffix)) return { ...common, modelId: modelText };
  return { ...common, modelId: base, thinkingLevel: suffix };
}

function splitSuffix(text: string): { base: string; suffix?: string } {
  const colon = text.lastIndexOf(":");
  return colon < 0 ? { base: text } : { base: text.slice(0, colon), suffix: text.slice(colon + 1) };
}

function equal(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

const DATED = /-\d{4}-?\d{2}-?\d{2}$/;
