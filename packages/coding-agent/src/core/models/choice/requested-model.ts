import type { Model, ModelThinkingLevel } from "@tau/ai";
import { modelName } from "../model-name.ts";
import type { ModelRegistry } from "../model-registry.ts";
import { findProvider } from "./find-provider.ts";
import { type ModelReferenceTarget, resolveModelReference } from "./model-reference.ts";
import { similarNames, unknownModel, unknownProvider } from "./unknown-model.ts";

export interface ModelRequest {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly registry: ModelRegistry;
}

export type RequestedModel =
  | { readonly model: Model; readonly thinkingLevel?: ModelThinkingLevel; readonly warning?: string }
  | { readonly error: string };

/** Resolves to the one model that `--provider` and `--model` ask for. An unknown id is passed on to a known provider. */
export async function resolveRequestedModel({
  provider: asked,
  model,
  registry,
}: ModelRequest): Promise<RequestedModel> {
  const provider = asked === undefined ? undefined : findProvider(asked, registry);
  if (asked !== undefined && provider === undefined) return { error: unknownProvider(asked, registry.getProviders()) };
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
      // A list that the user wrote is complete, but a vendor may have added models since our catalogue was made.
      return result.target && registry.isInCatalogue(result.target.provider)
        ? modelOutsideCatalogue(result.target)
        : { error: unknownModel(model, provider, models) };
  }
}

function withProviderOfToday(text: string, registry: ModelRegistry): string {
  const slash = text.indexOf("/");
  const provider = slash > 0 ? findProvider(text.slice(0, slash), registry) : undefined;
  return provider === undefined ? text : provider + text.slice(slash);
}

/** Loads the models to search. If a provider is named, only its models are loaded. */
async function candidates(text: string, provider: string | undefined, registry: ModelRegistry): Promise<Model[]> {
  const [prefix = ""] = text.split("/", 1);
  const known = provider ?? findProvider(prefix, registry);
  if (known !== undefined) registry.choose(known);
  await registry.load(known === undefined ? undefined : [known]);
  return known === undefined ? registry.getAll() : registry.getAll().filter((model) => model.provider === known);
}

async function fromProvider(provider: string, registry: ModelRegistry): Promise<RequestedModel> {
  registry.choose(provider);
  await registry.load([provider]);
  const model = registry.getDefaultModel(provider);
  return model ? { model } : { error: `The provider ${provider} has no models. Name one with --model.` };
}

/** Builds a model for an id that is newer than its provider's list, modelled on the first model of that list. */
export function modelOutsideCatalogue({
  provider,
  providerModels,
  modelId,
  thinkingLevel,
}: ModelReferenceTarget): Extract<RequestedModel, { model: Model }> {
  const [pattern] = providerModels;
  const [near] = similarNames(modelId, providerModels.map(modelName), 1);
  const hint = near ? ` (did you mean ${near}?)` : "";
  return {
    model: { ...pattern, id: modelId, name: modelId },
    ...(thinkingLevel ? { thinkingLevel } : {}),
    warning: `${provider}/${modelId} is not in the catalogue${hint}: limits and prices of ${modelName(pattern)} are assumed`,
  };
}
