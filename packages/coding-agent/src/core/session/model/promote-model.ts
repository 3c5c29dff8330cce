import type { Model } from "@tau/ai";
import { modelName } from "../../models/index.ts";
import type { SessionEvents } from "../session-events.ts";
import type { ModelChoice } from "./model-choice.ts";

/**
 * Switches this session to a model with a larger context window. The change is recorded in
 * the log and reported to subscribers; the user's default stays.
 */
export async function promoteModel(model: Model, choice: ModelChoice, events: SessionEvents): Promise<void> {
  const [from, to] = [modelName(choice.model), modelName(model)];
  await choice.setModel(model, "set", { keepDefault: true });
  const message = `${from} has no room left for this conversation; continuing with ${to}`;
  events.emit({ type: "retry_fallback_applied", kind: "model", from, to, message });
}
