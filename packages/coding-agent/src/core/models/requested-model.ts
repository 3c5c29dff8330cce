import type { Model, ModelThinkingLevel } from "@tau/ai";
import { nearest as nearestWord } from "../text/nearest.ts";
import { findProvider } from "./find-provider.ts";
import { modelName } from "./model-name.ts";
import { type ModelReferenceTarget, resolveModelReference } from "./model-reference.ts";
import type { ModelRegistry } from "./model-registry.ts";

export interface ModelRequest {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly registry: ModelRegistry;
}

export type RequestedModel =
  | { readonly model: Model; readonly thinkingLevel?: ModelThinkingLevel; readonly warning?: string }
  | { readonly error: string };

/** The one model `--provider` and `--model` ask for. An id we do not know is passed on to a provider we know. */
export async function resolveRequestedModel({
  provider: asked,
  model,
  registry,
}: ModelRequest): Promise<RequestedModel> {
  const provider = asked === undefined ? undefined : findProvider(asked, registry);
  if (asked !== undefined && provider === undefined) return { error: unknownProvider(asked, registry) };
  if (!model) return await fromProvider(provider ?? "", registry);
  const text = provider === undefined ? withProviderOfToday(model, registry) : model;
  const models = await candidates(text, provider, registry);
  const request = { text, provider, thinkingSuffix: "strict", fuzzy: true } as const;
  const result = resolveModelReference(request, models, (id) => registry.isUsable(id));
  const level = "thinkingLevel" in result && result.thinkingLevel ? { thinkingLevel: result.thinkingLevel } : {};
  switch (result.status) {
    case "resolved":
      return { model: result.model, ...level };
    case "ambiguous":
      return { error: `"${model}" means several models. Choose one: ${result.candidates.map(modelName).join(", ")}` };
    case "not-found":
      // A list the user wrote is complete; a vendor's may have grown since ours was made.
      return result.target && registry.isInCatalogue(result.target.provider)
        ? fromTarget(result.target)
        : { error: unknownMessage(model, provider, models) };
  }
}

function withProviderOfToday(text: string, registry: ModelRegistry): string {
  const slash = text.indexOf("/");
  const provider = slash > 0 ? findProvider(text.slice(0, slash), registry) : undefined;
  return provider === undefined ? text : provider + text.slice(slash);
}

/** With the provider named, no other's models are read. */
async function candidates(text: string, provider: string | undefined, registry: ModelRegistry): Promise<Model[]> {
  const [prefix = ""] = text.split("/", 1);
  const known = provider ?? findProvider(prefix, registry);
  await registry.load(known === undefined ? undefined : [known]);
  return known === undefined ? registry.getAll() : registry.getAll().filter((model) => model.provider === known);
}

async function fromProvider(provider: string, registry: ModelRegistry): Promise<RequestedModel> {
  await registry.load([provider]);
  const model = registry.getDefaultModel(provider);
  return model ? { model } : { error: `The provider ${provider} has no models. Name one with --model.` };
}

function fromTarget({ provider, providerModels, modelId, thinkingLevel }: ModelReferenceTarget): RequestedModel {
  const [pattern] = providerModels;
  const [near] = nearest(modelId, providerModels.map(modelName), 1);
  const hint = near ? ` (did you mean ${near}?)` : "";
  return {
    model: { ...pattern, id: modelId, name: modelId },
    ...(thinkingLevel ? { thinkingLevel } : {}),
    warning: `${provider}/${modelId} is not in the catalogue${hint}: limits and prices of ${modelName(pattern)} are assumed`,
  };
}

function unknownProvider(asked: string, registry: ModelRegistry): string {
  const known = registry.getProviders();
  // Letters in the wrong order leave few pairs of a short name.
  const near = new Set([nearestWord(asked, known) ?? [], nearest(asked, known, 3)].flat());
  const hint = near.size > 0 ? `Did you mean ${[...near].join(" or ")}?` : `Known: ${known.join(", ")}`;
  return `There is no provider "${asked}". ${hint}`;
}

function unknownMessage(text: string, provider: string | undefined, models: readonly Model[]): string {
  const names = models.filter((model) => !provider || model.provider === provider).map(modelName);
  const near = nearest(text, names, 3);
  const hint = near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : "";
  return `There is no model "${text}".${hint} Run tau --list-models for all of them.`;
}

/** Names that share the most pairs of letters with the text. */
function nearest(text: string, names: readonly string[], count: number): string[] {
  const wanted = pairsOf(text);
  const likeness = (name: string) => similarity(wanted, pairsOf(name));
  // The text may or may not name the provider too.
  const score = (name: string) => Math.max(likeness(name), likeness(name.slice(name.indexOf("/") + 1)));
  const scored = names.map((name) => ({ name, score: score(name) }));
  const close = scored.filter(({ score }) => score >= 0.4).sort((a, b) => b.score - a.score);
  return close.slice(0, count).map(({ name }) => name);
}

function pairsOf(text: string): Set<string> {
  const lower = text.toLowerCase();
  return new Set(Array.from({ length: Math.max(0, lower.length - 1) }, (_, at) => lower.slice(at, at + 2)));
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return (2 * shared) / Math.max(1, a.size + b.size);
}
