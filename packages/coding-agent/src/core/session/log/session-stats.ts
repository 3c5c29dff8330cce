import {
  type AgentMessage,
  estimateContextTokens,
  hasUsage,
  type MessageTotals,
  messageTotals,
  type SessionLog,
} from "@tau/agent";
import type { Model } from "@tau/ai";
import { spentIn } from "./spent.ts";

export interface ContextUsage {
  /** `null` after a compaction, until the next answer reports its usage. */
  readonly tokens: number | null;
  readonly contextWindow: number;
  readonly percent: number | null;
}

export interface SessionStats extends MessageTotals {
  readonly sessionFile: string | undefined;
  readonly sessionId: string;
  readonly contextUsage?: ContextUsage;
}

/**
 * Counts the messages of the conversation, and the cost of the whole session, including
 * compacted messages, abandoned branches, failed attempts and summaries.
 */
export function sessionStats(log: SessionLog, messages: readonly AgentMessage[], model: Model): SessionStats {
  const totals = { ...messageTotals(messages), ...spentIn(log) };
  const usage = contextUsage(messages, model);
  return {
    sessionFile: log.getSessionFile(),
    sessionId: log.getSessionId(),
    ...totals,
    ...(usage ? { contextUsage: usage } : {}),
  };
}

/** Returns how full the context window is: the usage that the last answer reported, plus an estimate for later messages. */
export function contextUsage(messages: readonly AgentMessage[], { contextWindow }: Model): ContextUsage | undefined {
  if (contextWindow <= 0) return undefined;
  const answered = messages.findLast(hasUsage);
  const compacted = messages.findLast((message) => message.role === "compactionSummary");
  // Answers that a compaction kept report how full the window was before it.
  if (compacted && !(answered && answered.timestamp > compacted.timestamp))
    return { tokens: null, contextWindow, percent: null };
  const { tokens } = estimateContextTokens([...messages]);
  return { tokens, contextWindow, percent: (tokens / contextWindow) * 100 };
}
