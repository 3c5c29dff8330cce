import type { Usage } from "@tau/ai";
import type { AgentMessage } from "../contract/messages.ts";
import { estimateTokens } from "./estimate-tokens.ts";

export interface ContextTokens {
  /** Everything the next request would carry. */
  readonly tokens: number;
  /** The part the model itself reported; 0 where it reported none. */
  readonly reported: number;
  /** The guess for the messages after that report. */
  readonly estimated: number;
}

/** The tokens one request held, answer included: the size of the context once it was over. */
export function calculateContextTokens(usage: Usage): number {
  return usage.totalTokens || usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
}

/** The last report of the model, plus a guess for what came after it. */
export function estimateContextTokens(messages: readonly AgentMessage[]): ContextTokens {
  const last = messages.findLastIndex((message) => reportedTokens(message) > 0);
  const message = messages[last];
  const reported = message ? reportedTokens(message) : 0;
  const estimated = messages.slice(last + 1).reduce((sum, trailing) => sum + estimateTokens(trailing), 0);
  return { tokens: reported + estimated, reported, estimated };
}

/** Failed and aborted answers report nothing one could rely on. */
function reportedTokens(message: AgentMessage): number {
  if (message.role !== "assistant" || message.stopReason === "error" || message.stopReason === "aborted") return 0;
  return calculateContextTokens(message.usage);
}
