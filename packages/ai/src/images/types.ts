import type { ImageContent, TextContent } from "../contract/messages.ts";
import type { Model } from "../contract/model.ts";
import type { StreamOptions } from "../contract/options.ts";
import type { Usage } from "../contract/usage.ts";

export type ImageApi = "openrouter-images" | (string & {});

/** A model that answers with pictures. */
export interface ImageModel<TApi extends ImageApi = ImageApi>
  extends Pick<Model, "id" | "name" | "provider" | "baseUrl" | "input" | "cost" | "headers"> {
  type: "image";
  api: TApi;
  output: ("text" | "image")[];
}

export interface ImagesContext {
  input: (TextContent | ImageContent)[];
}

export type ImagesOptions = Pick<
  StreamOptions,
  "signal" | "apiKey" | "fetch" | "env" | "headers" | "timeoutMs" | "maxRetries"
>;

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

export type ImagesFunction = (
  model: ImageModel,
  context: ImagesContext,
  options?: ImagesOptions,
) => Promise<AssistantImages>;

export interface ImagesApiProvider {
  api: ImageApi;
  generateImages: ImagesFunction;
}
