import type { AssistantMessage, Usage } from "@tau/ai";
import type { AgentMessage } from "../contract/messages.ts";
import { estimateTokens } from "./estimate-tokens.ts";

export interface ContextUsageEstimate {
  /** Everything the next request would carry. */
  tokens: number;
  /** The part the model itself reported; 0 where it reported none. */
  usageTokens: number;
  /** The guess for the messages after that report. */
  trailingTokens: number;
  /** The message that reported. */
  lastUsageIndex: number | null;
}

/** The tokens one request held, answer included: the size of the context once it was over. */
export function calculateContextTokens(usage: Usage): number {
  return usage.totalTokens || usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
}

/** The last report of the model, plus a guess for what came after it. Without any report, a guess for everything. */
export function estimateContextTokens(messages: readonly AgentMessage[]): ContextUsageEstimate {
  return estimateFromReport(messages, messages.findLastIndex(hasUsage));
}

/** `index` is the message whose report counts; -1 for none. */
export function estimateFromReport(messages: readonly AgentMessage[], index: number): ContextUsageEstimate {
  const reporting = messages[index];
  const usageTokens = reporting?.role === "assistant" ? calculateContextTokens(reporting.usage) : 0;
  const trailingTokens = messages.slice(index + 1).reduce((sum, message) => sum + estimateTokens(message), 0);
  const tokens = usageTokens + trailingTokens;
  return { tokens, usageTokens, trailingTokens, lastUsageIndex: index < 0 ? null : index };
}

/** Failed and aborted answers report nothing one could rely on. */
export function hasUsage(message: AgentMessage): message is AssistantMessage {
  if (message.role !== "assistant" || !message.usage) return false;
  if (message.stopReason === "error" || message.stopReason === "aborted") return false;
  return calculateContextTokens(message.usage) > 0;
}
