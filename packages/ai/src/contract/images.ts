import type { JsonObject } from "./json.ts";
import type { ImageContent, TextContent } from "./messages.ts";
import type { BaseModel } from "./model.ts";
import type { ProviderRequestOptions } from "./options.ts";
import type { Usage } from "./usage.ts";

export type ImageApi = "openrouter-images" | (string & {});

/** A model that generates images. */
export interface ImageModel<TApi extends ImageApi = ImageApi> extends BaseModel<TApi> {
  type: "image";
  output: ("text" | "image")[];
}

export interface ImagesContext {
  input: (TextContent | ImageContent)[];
}

export interface ImagesOptions extends ProviderRequestOptions<ImageModel> {
  metadata?: JsonObject;
}

export interface AssistantImages {
  api: ImageApi;
  provider: string;
  model: string;
  output: (TextContent | ImageContent)[];
  responseId?: string;
  usage?: Usage;
  stopReason: "stop" | "error" | "aborted";
  errorMessage?: string;
  timestamp: number;
}

export type ImagesFunction<TOptions extends ImagesOptions = ImagesOptions> = (
  model: ImageModel,
  context: ImagesContext,
  options?: TOptions,
) => Promise<AssistantImages>;

export interface ProviderImages {
  generateImages: ImagesFunction;
}

export interface ImagesApiProvider<TApi extends ImageApi = ImageApi, TOptions extends ImagesOptions = ImagesOptions> {
  api: TApi;
  generateImages: ImagesFunction<TOptions>;
}
