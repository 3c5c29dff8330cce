import { type AssistantMessage, clampThinkingLevel, type Message, type Model, type ModelThinkingLevel } from "@tau/ai";
import { isVirtualModel, type ModelRegistry, type ModelRoute, type ModelRouteReason } from "../../core/models/index.ts";
import { answerer, findLatestResponse } from "../../core/session/model/virtual-selection.ts";

export interface ResolveModelOptions {
  readonly reason: ModelRouteReason;
  readonly thinkingLevel: ModelThinkingLevel;
  readonly signal?: AbortSignal;
  /** The failed answer, if this is a retry. */
  readonly failed?: AssistantMessage;
  /** What the router returned last as its state. The caller stores it, and the new state. */
  readonly state?: unknown;
}

/** Asks the router of a virtual model for the model to use. Resolves to any other model itself. */
export async function resolveModel(
  models: ModelRegistry,
  model: Model,
  messages: readonly Message[],
  { reason, thinkingLevel, signal, failed, state }: ResolveModelOptions,
): Promise<ModelRoute> {
  if (!isVirtualModel(model)) return { model, thinkingLevel: clampThinkingLevel(model, thinkingLevel) };
  const previous = answerer(models, findLatestResponse(messages));
  const failing = failed && answerer(models, failed);
  return await models.route({
    model,
    thinkingLevel,
    reason,
    messages,
    ...(previous ? { previous } : {}),
    ...(failed && failing ? { failed: { ...failing, message: failed } } : {}),
    ...(state === undefined ? {} : { state }),
    ...(signal ? { signal } : {}),
  });
}
