import {
  type AssistantImages,
  type ClassifierContext,
  type ClassifierModel,
  type ClassifierOptions,
  type ClassifierResult,
  cloudflareWorkersAISystemOneApi,
  type ImageModel,
  type ImagesContext,
  type ImagesOptions,
  llamaCppClassifyApi,
  type ModelsRequestTransforms,
  openAIDecisionsApi,
  ownValue,
  type ProviderClassifier,
  typesafeSystemOneApi,
} from "@tau/ai";
import type { ProviderConfig } from "../providers/compose-provider.ts";
import type { ResolvedRequestAuth } from "./request-auth.ts";

type SingleAnswerModel = ClassifierModel | ImageModel;

export interface SingleAnswerSource {
  auth(model: Pick<SingleAnswerModel, "provider" | "id">): Promise<ResolvedRequestAuth>;
  /** Returns what code registered for the provider, by protocol. */
  registration(provider: string): Pick<ProviderConfig, "images" | "classifiers"> | undefined;
}

/** Asks questions about a state. Never rejects: a failure is in the answer's `errorMessage`. */
export async function classify(
  source: SingleAnswerSource,
  model: ClassifierModel,
  context: ClassifierContext,
  options: ClassifierOptions & ModelsRequestTransforms = {},
): Promise<ClassifierResult> {
  const classifier =
    source.registration(model.provider)?.classifiers?.[model.api] ?? ownValue(CLASSIFIERS, model.api)?.();
  if (!classifier) return { ...failure(model, `Tau has no classifier protocol ${model.api}.`), answers: {} };
  const ready = await withAuth(source, model, options);
  if ("error" in ready) return { ...failure(model, ready.error), answers: {} };
  return await classifier.classify(ready.model, context, ready.options);
}

/** Generates images. Never rejects either. */
export async function generateImages(
  source: SingleAnswerSource,
  model: ImageModel,
  context: ImagesContext,
  options: ImagesOptions & ModelsRequestTransforms = {},
): Promise<AssistantImages> {
  const ready = await withAuth(source, model, options);
  if ("error" in ready) return { ...failure(model, ready.error), output: [] };
  const images = source.registration(model.provider)?.images?.[model.api] ?? (await import("@tau/ai/compat"));
  return await images.generateImages(ready.model, context, ready.options);
}

const CLASSIFIERS: Readonly<Record<string, () => ProviderClassifier>> = {
  "typesafe-system-one": typesafeSystemOneApi,
  "cloudflare-workers-ai-system-one": cloudflareWorkersAISystemOneApi,
  "llama-cpp-classify": llamaCppClassifyApi,
  "openai-decisions": openAIDecisionsApi,
};

async function withAuth<
  TModel extends SingleAnswerModel,
  TOptions extends (ClassifierOptions | ImagesOptions) & ModelsRequestTransforms,
>(
  source: SingleAnswerSource,
  model: TModel,
  { transformHeaders, ...options }: TOptions,
): Promise<{ model: TModel; options: Omit<TOptions, "transformHeaders"> } | { error: string }> {
  const auth = await source.auth(model).catch((error: unknown) => ({ ok: false as const, error: String(error) }));
  if (!auth.ok) return { error: auth.error };
  const { apiKey, headers, baseUrl, env } = auth;
  const own = { ...(apiKey === undefined ? {} : { apiKey }), ...(env ? { env } : {}) };
  const added = { ...headers, ...options.headers };
  return {
    model: baseUrl ? { ...model, baseUrl } : model,
    options: { ...own, ...options, headers: (await transformHeaders?.({ ...model.headers, ...added })) ?? added },
  };
}

function failure({ api, provider, id }: SingleAnswerModel, errorMessage: string) {
  return { api, provider, model: id, stopReason: "error" as const, errorMessage, timestamp: Date.now() };
}
