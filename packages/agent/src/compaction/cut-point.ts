import type { AgentMessage } from "../contract/messages.ts";
import { projectEntries } from "../session/context/context.ts";
import type { SessionEntry } from "../session/entries/entry.ts";
import { estimateTokens } from "../usage/estimate-tokens.ts";

export interface CutPointResult {
  /** Index of the first entry that is kept. */
  firstKeptEntryIndex: number;
  /** Index of the entry that starts the turn that is cut in two, or -1. */
  turnStartIndex: number;
  isSplitTurn: boolean;
}

/**
 * Finds the cut that keeps at least `keepRecentTokens` of the entries from `startIndex` up to `endIndex`. Never cuts at a tool result: the
 * result stays with its call. Settings and labels right before the cut are kept with the entries they apply to.
 */
export function findCutPoint(
  entries: readonly SessionEntry[],
  startIndex: number,
  endIndex: number,
  keepRecentTokens: number,
): CutPointResult {
  const visible = projectEntries(entries.slice(0, endIndex));
  const tokensAt = (index: number) =>
    entries[index]?.type === "compaction"
      ? 0
      : (visible[index]?.messages ?? []).reduce((sum, message) => sum + estimateTokens(message), 0);
  const isCut = (index: number) => isValidCut(entries[index]) && (visible[index]?.messages.length ?? 0) > 0;
  const calls = callsIn(entries, startIndex, endIndex);
  const callAt = (index: number) => {
    const message = messageOf(entries[index]);
    return (message?.role === "toolResult" ? calls.get(message.toolCallId) : undefined) ?? index;
  };
  const cut = lastCutWithin(startIndex, endIndex, keepRecentTokens, { tokensAt, isCut, callAt });
  if (cut < 0) return { firstKeptEntryIndex: startIndex, turnStartIndex: -1, isSplitTurn: false };
  const turnStartIndex = isTurnStart(entries[cut]) ? -1 : findTurnStartIndex(entries, cut, startIndex);
  return {
    firstKeptEntryIndex: withMetadataBefore(entries, cut, startIndex),
    turnStartIndex,
    isSplitTurn: turnStartIndex >= 0,
  };
}

/** Returns the index of the entry that started the turn of `entryIndex`, at `startIndex` or later; -1 if there is none. */
export function findTurnStartIndex(entries: readonly SessionEntry[], entryIndex: number, startIndex: number): number {
  for (let index = entryIndex; index >= startIndex; index--) {
    if (isTurnStart(entries[index])) return index;
  }
  return -1;
}

interface Costs {
  readonly tokensAt: (index: number) => number;
  readonly isCut: (index: number) => boolean;
  /** Returns the index of the call that belongs to a tool result; for any other entry, its own index. */
  readonly callAt: (index: number) => number;
}

/**
 * Returns the last cut that keeps at least the budget, or else the earliest possible cut; -1 if there is none. Never separates a call from
 * its result, even if other entries lie between them.
 */
function lastCutWithin(start: number, end: number, budget: number, { tokensAt, isCut, callAt }: Costs): number {
  let kept = 0;
  let earliest = -1;
  let open = end;
  for (let index = end - 1; index >= start; index--) {
    kept += tokensAt(index);
    open = Math.min(open, callAt(index));
    if (index > open || !isCut(index)) continue;
    earliest = index;
    if (kept >= budget) return index;
  }
  return earliest;
}

function callsIn(entries: readonly SessionEntry[], start: number, end: number): Map<string, number> {
  const calls = new Map<string, number>();
  for (let index = start; index < end; index++) {
    const message = messageOf(entries[index]);
    if (message?.role !== "assistant") continue;
    for (const block of message.content) if (block.type === "toolCall") calls.set(block.id, index);
  }
  return calls;
}

function messageOf(entry: SessionEntry | undefined): AgentMessage | undefined {
  return entry?.type === "message" ? entry.message : undefined;
}

function withMetadataBefore(entries: readonly SessionEntry[], cut: number, start: number): number {
  let index = cut;
  while (index > start && isMetadata(entries[index - 1])) index--;
  return index;
}

function isMetadata(entry: SessionEntry | undefined): boolean {
  return entry !== undefined && !["message", "custom_message", "branch_summary", "compaction"].includes(entry.type);
}

function isValidCut(entry: SessionEntry | undefined): boolean {
  if (entry?.type === "branch_summary" || entry?.type === "custom_message") return true;
  return entry?.type === "message" && ["user", "assistant", "bashExecution", "custom"].includes(entry.message.role);
}

function isTurnStart(entry: SessionEntry | undefined): boolean {
  return isValidCut(entry) && !(entry?.type === "message" && entry.message.role === "assistant");
}
