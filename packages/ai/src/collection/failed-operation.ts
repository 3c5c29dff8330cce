import type { ClassifierModel, ClassifierResult } from "../contract/classifier.ts";
import type { AssistantImages, ImageModel } from "../contract/images.ts";
import type { BaseModel } from "../contract/model.ts";
import { describeFailure } from "../stream/describe-failure.ts";

/** Builds the result of a failed operation that answers once and never rejects. */
export function failedImages(model: ImageModel, thrown: unknown, signal?: AbortSignal): AssistantImages {
  return { ...failure(model, thrown, signal), output: [] };
}

export function failedClassification(model: ClassifierModel, thrown: unknown, signal?: AbortSignal): ClassifierResult {
  return { ...failure(model, thrown, signal), answers: {} };
}

function failure({ api, provider, id }: BaseModel, thrown: unknown, signal: AbortSignal | undefined) {
  const { message, error } = describeFailure(thrown, signal);
  const stopReason = error.code === "aborted" ? ("aborted" as const) : ("error" as const);
  return { api, provider, model: id, stopReason, errorMessage: message, timestamp: Date.now() };
}
