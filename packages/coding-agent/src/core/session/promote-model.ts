import type { Model } from "@tau/ai";
import { modelName } from "../models/index.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { SessionEvents } from "./session-events.ts";

/** Goes on with a model that has a larger window. For this session alone; subscribers are told, and the log has it. */
export async function promoteModel(model: Model, choice: ModelChoice, events: SessionEvents): Promise<void> {
  const [from, to] = [modelName(choice.model), modelName(model)];
  await choice.setModel(model, "set", { keepDefault: true });
  const message = `${from} has no room left for this conversation; continuing with ${to}`;
  events.emit({ type: "retry_fallback_applied", kind: "model", from, to, message });
}
