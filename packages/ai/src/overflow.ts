import type { AssistantMessage } from "./contract/messages.ts";
import { isOverflowText } from "./overflow-text.ts";

const NEARLY_FULL = 0.99;

/**
 * Whether an answer failed, or is worthless, because the prompt was too long. Two servers do not say so: one answers
 * although the prompt is above the window, one stops by length with nothing written. Both need `contextWindow`.
 */
export function isContextOverflow(message: AssistantMessage, contextWindow?: number): boolean {
  if (message.stopReason === "error") {
    if (message.error?.code === "overflow") return true;
    return isOverflowText(message.errorMessage ?? "");
  }
  if (!contextWindow) return false;
  const prompt = message.usage.input + message.usage.cacheRead;
  if (message.stopReason === "stop") return prompt > contextWindow;
  return message.stopReason === "length" && message.usage.output === 0 && prompt >= NEARLY_FULL * contextWindow;
}

/** Whether an answer stopped by length below the limit it was meant to have: compacting may give it room. */
export function isRecoverableLength(message: AssistantMessage, desiredMaxOutput: number): boolean {
  return message.stopReason === "length" && message.usage.output < desiredMaxOutput;
}
