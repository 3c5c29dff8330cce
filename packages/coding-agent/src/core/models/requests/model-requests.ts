import {
  type AssistantImages,
  type AssistantMessage,
  type AssistantMessageEventStream,
  type ClassifierContext,
  type ClassifierModel,
  type ClassifierOptions,
  type ClassifierResult,
  type Context,
  type DeferredHandle,
  type ImageModel,
  type ImagesContext,
  type ImagesOptions,
  lazyStream,
  type Model,
  type ModelsRequestTransforms,
  type SimpleStreamOptions,
} from "@tau/ai";
import type { DeferredOptions } from "./deferred-request.ts";
import { type RequestOptions, type RequestSource, request, requestSimple } from "./model-request.ts";
import type { SingleAnswerSource } from "./single-answer.ts";

const deferred = () => import("./deferred-request.ts");

/** Requests to models, with the credentials and the routing of their source. */
export class ModelRequests {
  private readonly source: RequestSource & SingleAnswerSource;

  constructor(source: RequestSource & SingleAnswerSource) {
    this.source = source;
  }

  streamSimple(
    model: Model,
    context: Context,
    options?: SimpleStreamOptions & ModelsRequestTransforms,
  ): AssistantMessageEventStream {
    return requestSimple(this.source, model, context, options);
  }

  stream(model: Model, context: Context, options?: RequestOptions): AssistantMessageEventStream {
    return request(this.source, model, context, options);
  }

  /** Resolves to the answer, even if the request failed: check its `stopReason`. */
  complete(model: Model, context: Context, options?: RequestOptions): Promise<AssistantMessage> {
    return this.stream(model, context, options).result();
  }

  /** Streams the answer that a handle stands for, which may be `deferred` again. */
  streamDeferred(model: Model, handle: DeferredHandle, options?: DeferredOptions): AssistantMessageEventStream {
    const fetch = async () => (await deferred()).fetchDeferred(this.source, model, handle, options);
    return lazyStream(model, fetch);
  }

  async cancelDeferred(model: Model, handle: DeferredHandle, options?: DeferredOptions): Promise<void> {
    await (await deferred()).cancelDeferred(this.source, model, handle, options);
  }

  /** Answers questions about a state. Never rejects: check the answer's `stopReason`. */
  async classify(
    model: ClassifierModel,
    context: ClassifierContext,
    options?: ClassifierOptions & ModelsRequestTransforms,
  ): Promise<ClassifierResult> {
    const { classify } = await import("./single-answer.ts");
    return await classify(this.source, model, context, options);
  }

  /** Generates images. Never rejects: check the answer's `stopReason`. */
  async generateImages(
    model: ImageModel,
    context: ImagesContext,
    options?: ImagesOptions & ModelsRequestTransforms,
  ): Promise<AssistantImages> {
    const { generateImages } = await import("./single-answer.ts");
    return await generateImages(this.source, model, context, options);
  }
}
