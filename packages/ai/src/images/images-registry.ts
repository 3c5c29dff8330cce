import type {
  AssistantImages,
  ImageApi,
  ImageModel,
  ImagesApiProvider,
  ImagesContext,
  ImagesOptions,
} from "../contract/images.ts";
import { generateImagesOpenRouter } from "./openrouter-images.ts";

let providers: Map<ImageApi, ImagesApiProvider> | undefined;

export function registerImagesApiProvider(provider: ImagesApiProvider): void {
  entries().set(provider.api, provider);
}

export function getImagesApiProvider(api: ImageApi): ImagesApiProvider | undefined {
  return entries().get(api);
}

export function registerBuiltInImagesApiProviders(): void {
  registerImagesApiProvider({ api: "openrouter-images", generateImages: generateImagesOpenRouter });
}

/** Asks a model for images. Never rejects: a failure is in the answer's `errorMessage`. */
export async function generateImages(
  model: ImageModel,
  context: ImagesContext,
  options?: ImagesOptions,
): Promise<AssistantImages> {
  const provider = getImagesApiProvider(model.api);
  if (provider) return await provider.generateImages(model, context, options);
  const { api, provider: name, id } = model;
  const errorMessage = `No API provider registered for api: ${api}`;
  return { api, provider: name, model: id, output: [], stopReason: "error", errorMessage, timestamp: Date.now() };
}

function entries(): Map<ImageApi, ImagesApiProvider> {
  if (providers === undefined) {
    providers = new Map();
    registerBuiltInImagesApiProviders();
  }
  return providers;
}
