import type { AssistantMessage, Usage } from "@tau/ai";
import type { AgentMessage } from "../contract/messages.ts";
import { estimateTokens } from "./estimate-tokens.ts";

export interface ContextUsageEstimate {
  /** Size of the next request. */
  tokens: number;
  /** The part that the model reported; 0 if there is no report. */
  usageTokens: number;
  /** The estimate for the messages after that report. */
  trailingTokens: number;
  /** The index of the message with the report. */
  lastUsageIndex: number | null;
}

/** Returns the tokens of one request including its answer, which is the size of the context afterwards. */
export function calculateContextTokens(usage: Usage): number {
  return usage.totalTokens || usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
}

/** Returns the model's last report plus an estimate for the messages after it. Without a report, everything is estimated. */
export function estimateContextTokens(messages: readonly AgentMessage[]): ContextUsageEstimate {
  return estimateFromReport(messages, messages.findLastIndex(hasUsage));
}

/** `index` is the message whose report is used; -1 for none. */
export function estimateFromReport(messages: readonly AgentMessage[], index: number): ContextUsageEstimate {
  const reporting = messages[index];
  const usageTokens = reporting?.role === "assistant" ? calculateContextTokens(reporting.usage) : 0;
  const trailingTokens = messages.slice(index + 1).reduce((sum, message) => sum + estimateTokens(message), 0);
  const tokens = usageTokens + trailingTokens;
  return { tokens, usageTokens, trailingTokens, lastUsageIndex: index < 0 ? null : index };
}

/** Returns whether a message has a reliable usage report. Failed and aborted answers do not. */
export function hasUsage(message: AgentMessage): message is AssistantMessage {
  if (message.role !== "assistant" || !message.usage) return false;
  if (message.stopReason === "error" || message.stopReason === "aborted") return false;
  return calculateContextTokens(message.usage) > 0;
}
