import type { AgentMessage } from "../contract/messages.ts";
import { buildSessionProjection, type ProjectedSessionEntry, projectEntries } from "../session/context/context.ts";
import type { CompactionEntry, SessionEntry } from "../session/entries/entry.ts";
import { estimateTokens } from "../usage/estimate-tokens.ts";
import { type CutPointResult, findCutPoint } from "./cut-point.ts";
import { addFileLists, createFileOps, extractFileOpsFromMessage, type FileOperations } from "./file-operations.ts";
import { estimateProjectedContextTokens } from "./projected-tokens.ts";
import type { CompactionSettings } from "./settings.ts";

export interface CompactionPreparation {
  firstKeptEntryId: string;
  /** The messages that the summary will replace. */
  messagesToSummarize: AgentMessage[];
  /** The first messages of the turn that is cut in two. */
  turnPrefixMessages: AgentMessage[];
  isSplitTurn: boolean;
  tokensBefore: number;
  /** Estimated size of the messages that are kept. */
  tokensKept: number;
  previousSummary?: string;
  fileOps: FileOperations;
  settings: CompactionSettings;
}

/** Returns `undefined` if there is nothing to summarize: all messages are recent, or the session was just compacted. */
export function prepareCompaction(
  pathEntries: SessionEntry[],
  settings: CompactionSettings,
): CompactionPreparation | undefined {
  const end = pathEntries.length;
  if (end === 0 || pathEntries[end - 1]?.type === "compaction") return undefined;
  const previousAt = pathEntries.findLastIndex((entry) => entry.type === "compaction");
  const previous = pathEntries[previousAt] as CompactionEntry | undefined;
  const start = previous ? summarizedFrom(pathEntries, previous, previousAt) : 0;
  const projected = projectEntries(pathEntries);
  const cut = pastAbandonedAttempt(
    projected,
    findCutPoint(pathEntries, start, end, settings.keepRecentTokens),
    settings.keepRecentTokens,
  );
  const historyEnd = cut.isSplitTurn ? cut.turnStartIndex : cut.firstKeptEntryIndex;
  const messagesToSummarize = messagesIn(projected, start, historyEnd);
  const turnPrefixMessages = cut.isSplitTurn ? messagesIn(projected, historyEnd, cut.firstKeptEntryIndex) : [];
  const firstKept = pathEntries[cut.firstKeptEntryIndex];
  if (!firstKept || messagesToSummarize.length + turnPrefixMessages.length === 0) return undefined;
  return {
    firstKeptEntryId: firstKept.id,
    messagesToSummarize,
    turnPrefixMessages,
    isSplitTurn: cut.isSplitTurn,
    tokensBefore: estimateProjectedContextTokens(buildSessionProjection(pathEntries), pathEntries).tokens,
    tokensKept: tokensOf(messagesIn(projected, cut.firstKeptEntryIndex, end)),
    ...(previous ? { previousSummary: previous.summary } : {}),
    fileOps: fileOpsOf([...messagesToSummarize, ...turnPrefixMessages], previous),
    settings,
  };
}

/**
 * Returns the index at which the new summary starts: the first entry the previous compaction kept, or, if that is missing, the entry after
 * the compaction.
 */
function summarizedFrom(path: readonly SessionEntry[], previous: CompactionEntry, previousAt: number): number {
  const keptAt = path.findIndex((entry) => entry.id === previous.firstKeptEntryId);
  return keptAt >= 0 && keptAt < previousAt ? keptAt : previousAt + 1;
}

/**
 * After a failed attempt is left out, the input it failed on is the last message the model sees. If that input alone exceeds the limit for
 * kept messages, it is summarized too: otherwise the next attempt would fail for the same reason.
 */
function pastAbandonedAttempt(
  projected: readonly ProjectedSessionEntry[],
  cut: CutPointResult,
  keepRecentTokens: number,
): CutPointResult {
  const lastVisible = projected.findLastIndex(({ messages }) => messages.length > 0);
  const after = projected.slice(lastVisible + 1);
  const abandoned = after.some(
    ({ sourceEntry: entry }) => entry.type === "message" && entry.message.role === "assistant",
  );
  const kept = messagesIn(projected, cut.firstKeptEntryIndex, projected.length);
  if (!abandoned || kept.length !== 1 || tokensOf(kept) <= keepRecentTokens) return cut;
  if (hasReplacementUpTo(projected, lastVisible)) return cut;
  return { firstKeptEntryIndex: lastVisible + 1, turnStartIndex: -1, isSplitTurn: false };
}

/** Returns whether visible content was replaced later. The failed attempt then saw other content and says nothing about the current one. */
function hasReplacementUpTo(projected: readonly ProjectedSessionEntry[], lastVisible: number): boolean {
  const shown = new Set(projected.slice(0, lastVisible + 1).map(({ sourceEntry }) => sourceEntry.id));
  return projected.some(
    ({ sourceEntry: entry }) =>
      entry.type === "context_edit" && entry.replacement !== null && shown.has(entry.targetId),
  );
}

/** Leaves out earlier compactions, which are passed on as the previous summary, and system prompts. */
function messagesIn(projected: readonly ProjectedSessionEntry[], from: number, to: number): AgentMessage[] {
  return projected
    .slice(from, to)
    .filter(({ sourceEntry }) => sourceEntry.type !== "compaction")
    .flatMap(({ messages }) => messages)
    .filter(({ role }) => role !== "system");
}

/** Leaves out the file lists of a compaction by an extension, which manages its own details. */
function fileOpsOf(messages: readonly AgentMessage[], previous: CompactionEntry | undefined): FileOperations {
  const fileOps = createFileOps();
  if (previous && !isFromExtension(previous)) addFileLists(previous.details, fileOps);
  for (const message of messages) extractFileOpsFromMessage(message, fileOps);
  return fileOps;
}

function isFromExtension(entry: CompactionEntry & { fromExtension?: boolean }): boolean {
  return entry.fromHook === true || entry.fromExtension === true;
}

function tokensOf(messages: readonly AgentMessage[]): number {
  return messages.reduce((sum, message) => sum + estimateTokens(message), 0);
}
