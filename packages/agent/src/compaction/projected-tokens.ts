import type { Usage } from "@tau/ai";
import type { SessionProjection } from "../session/context/context.ts";
import type { SessionEntry } from "../session/entries/entry.ts";
import { type ContextUsageEstimate, estimateFromReport, hasUsage } from "../usage/context-tokens.ts";

export function getLastAssistantUsage(entries: readonly SessionEntry[]): Usage | undefined {
  for (const entry of entries.toReversed()) {
    if (entry.type === "message" && hasUsage(entry.message)) return entry.message.usage;
  }
  return undefined;
}

/** Ignores usage reports from before the last edit or compaction: they do not describe the current context. */
export function estimateProjectedContextTokens(
  projection: SessionProjection,
  branchEntries: readonly SessionEntry[],
): ContextUsageEstimate {
  const changedAt = branchEntries.findLastIndex(({ type }) => type === "compaction" || type === "context_edit");
  const trusted = new Set(branchEntries.slice(changedAt + 1));
  const messages = projection.entries.flatMap(({ sourceEntry, messages: own }) =>
    own.map((message) => ({ message, counts: trusted.has(sourceEntry) && hasUsage(message) })),
  );
  return estimateFromReport(
    messages.map(({ message }) => message),
    messages.findLastIndex(({ counts }) => counts),
  );
}
