import type { AssistantMessage } from "./contract/messages.ts";
import { isOverflowText } from "./overflow-text.ts";

const NEARLY_FULL = 0.99;

/**
 * Returns whether an answer failed, or is useless, because the prompt was too long. Two kinds of servers do not report it: one answers
 * although the prompt exceeds the window, one stops by length without output. Both cases need `contextWindow`.
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

/** Returns whether an answer stopped by length below its intended limit, so that compaction may give it room. */
export function isRecoverableLength(message: AssistantMessage, desiredMaxOutput: number): boolean {
  return message.stopReason === "length" && message.usage.output < desiredMaxOutput;
}
