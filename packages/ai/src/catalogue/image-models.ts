import type { ImageModel } from "../contract/images.ts";
import { ownValue } from "../own-value.ts";

type Row = Pick<ImageModel, "id" | "name" | "cost">;

/** Models that draw, by provider, with the prices that it publishes. A program may name any other model of a provider. */
const IMAGE_MODELS: Readonly<Record<string, readonly Row[]>> = {
  openrouter: [
    {
      id: "google/gemini-2.5-flash-image",
      name: "Google: Gemini 2.5 Flash Image",
      cost: { input: 0.3, output: 2.5, cacheRead: 0.03, cacheWrite: 0.083 },
    },
    {
      id: "google/gemini-3-pro-image",
      name: "Google: Gemini 3 Pro Image",
      cost: { input: 2, output: 12, cacheRead: 0.2, cacheWrite: 0.375 },
    },
  ],
};

export const IMAGE_PROVIDERS: readonly string[] = Object.keys(IMAGE_MODELS);

export function getImageModels(provider: string): ImageModel[] {
  return (ownValue(IMAGE_MODELS, provider) ?? []).map((row) => ({
    ...row,
    type: "image",
    api: "openrouter-images",
    provider,
    baseUrl: "https://openrouter.ai/api/v1",
    input: ["text", "image"],
    output: ["image", "text"],
  }));
}
