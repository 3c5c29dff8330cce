import type { AgentMessage, AgentState, SessionLog } from "@tau/agent";
import type { AssistantMessage, Model } from "@tau/ai";
import { isVirtualModel, type ModelRegistry, type RoutedModel } from "../../models/index.ts";

/** Returns the model whose limits apply. For a virtual model, that is the model that answered last. */
export function physicalModel(state: Pick<AgentState, "model" | "messages">, models: ModelRegistry): Model {
  const { model } = state;
  if (!isVirtualModel(model)) return model;
  const answer = findLatestResponse(state.messages);
  return (answer && models.find(answer.provider, answer.model)) ?? model;
}

/** Returns the virtual model that the log selects, if any. The selection applies until the next one, although the answers name other models. */
export function virtualSelection(
  log: SessionLog,
  models: ModelRegistry,
): { provider: string; modelId: string } | undefined {
  if (!models.hasVirtualModels()) return undefined;
  const change = log.getBranch().findLast((entry) => entry.type === "model_change");
  if (change?.type !== "model_change") return undefined;
  const { provider, modelId } = change;
  const model = models.find(provider, modelId);
  return model && isVirtualModel(model) ? { provider, modelId } : undefined;
}

export function findLatestResponse(messages: readonly AgentMessage[]): AssistantMessage | undefined {
  const found = messages.findLast(
    (message) => message.role === "assistant" && message.stopReason !== "error" && message.stopReason !== "aborted",
  );
  return found as AssistantMessage | undefined;
}

/** Returns the model that gave an answer, if it is still known. */
export function answerer(models: ModelRegistry, message: AssistantMessage | undefined): RoutedModel | undefined {
  const model = message && models.find(message.provider, message.model);
  if (!model) return undefined;
  return { model, ...(message.thinkingLevel ? { thinkingLevel: message.thinkingLevel } : {}) };
}
