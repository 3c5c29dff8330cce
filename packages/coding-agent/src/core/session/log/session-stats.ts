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
  /** `null` right after a compaction, until the next answer counts them. */
  readonly tokens: number | null;
  readonly contextWindow: number;
  readonly percent: number | null;
}

export interface SessionStats extends MessageTotals {
  readonly sessionFile: string | undefined;
  readonly sessionId: string;
  readonly contextUsage?: ContextUsage;
}

/** Counts of what is shown, and what the whole session cost: what was compacted or left behind, failed tries and summaries included. */
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

/** How full the model's window is: what the last answer reported, and an estimate of what came after it. */
export function contextUsage(messages: readonly AgentMessage[], { contextWindow }: Model): ContextUsage | undefined {
  if (contextWindow <= 0) return undefined;
  const answered = messages.findLast(hasUsage);
  const compacted = messages.findLast((message) => message.role === "compactionSummary");
  // Answers that a compaction kept still tell how full the window was before it.
  if (compacted && !(answered && answered.timestamp > compacted.timestamp))
    return { tokens: null, contextWindow, percent: null };
  const { tokens } = estimateContextTokens([...messages]);
  return { tokens, contextWindow, percent: (tokens / contextWindow) * 100 };
}
