import type { KnownClassifierApi, ProviderClassifier } from "../contract/classifier.ts";

const LOADERS: Record<KnownClassifierApi, () => Promise<ProviderClassifier>> = {
  "typesafe-system-one": () => import("./system-one/typesafe.ts"),
  "cloudflare-workers-ai-system-one": () => import("./system-one/cloudflare.ts"),
  "llama-cpp-classify": () => import("./llama-cpp/classify.ts"),
  "openai-decisions": () => import("./openai-decisions.ts"),
};

/** Each classifier is loaded at its first use. */
export const typesafeSystemOneApi = () => lazyClassifier("typesafe-system-one");
export const cloudflareWorkersAISystemOneApi = () => lazyClassifier("cloudflare-workers-ai-system-one");
export const llamaCppClassifyApi = () => lazyClassifier("llama-cpp-classify");
export const openAIDecisionsApi = () => lazyClassifier("openai-decisions");

export function builtInClassifiers(): Record<KnownClassifierApi, ProviderClassifier> {
  return {
    "typesafe-system-one": typesafeSystemOneApi(),
    "cloudflare-workers-ai-system-one": cloudflareWorkersAISystemOneApi(),
    "llama-cpp-classify": llamaCppClassifyApi(),
    "openai-decisions": openAIDecisionsApi(),
  };
}

function lazyClassifier(api: KnownClassifierApi): ProviderClassifier {
  return { classify: async (model, context, options) => (await LOADERS[api]()).classify(model, context, options) };
}
