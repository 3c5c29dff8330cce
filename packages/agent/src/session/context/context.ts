import type { AgentMessage } from "../../contract/messages.ts";
import { optional } from "../../optional-fields.ts";
import type { CompactionEntry, ContextEditEntry, ContextReplacement, SessionEntry } from "../entries/entry.ts";
import {
  createBranchSummaryMessage,
  createCompactionSummaryMessage,
  createCustomMessage,
} from "../entries/messages.ts";
import { type EntriesById, pathTo } from "../path.ts";
import { inCallOrder } from "./call-order.ts";
import { contextStateOf } from "./context-state.ts";

export interface ProjectedSessionEntry {
  /** The entry as it is in the log. */
  sourceEntry: SessionEntry;
  /** The messages the model sees for this entry, after edits; often none. */
  messages: AgentMessage[];
}

export interface SessionContext {
  messages: AgentMessage[];
  thinkingLevel: string;
  model: { provider: string; modelId: string } | null;
}

export interface SessionProjection extends SessionContext {
  entries: ProjectedSessionEntry[];
}

/** Builds the context for the model at `leafId`. Pure: equal entries give an equal context. */
export function buildSessionContext(
  entries: SessionEntry[],
  leafId?: string | null,
  byId?: EntriesById,
): SessionContext {
  const { messages, thinkingLevel, model } = buildSessionProjection(entries, leafId, byId);
  return { messages, thinkingLevel, model };
}

export function buildSessionProjection(
  entries: SessionEntry[],
  leafId?: string | null,
  byId?: EntriesById,
): SessionProjection {
  const path = pathTo(entries, leafId, byId);
  const projected = projectContext(selectContextEntries(path));
  return {
    entries: projected,
    messages: projected.flatMap((entry) => entry.messages),
    ...contextStateOf(path),
  };
}

export function buildContextEntries(
  entries: SessionEntry[],
  leafId?: string | null,
  byId?: EntriesById,
): SessionEntry[] {
  return selectContextEntries(pathTo(entries, leafId, byId));
}

/** Returns the latest compaction of a path, the entries it kept and the entries after it; the whole path if there is none. */
export function selectContextEntries(path: readonly SessionEntry[]): SessionEntry[] {
  const compactionAt = path.findLastIndex((entry) => entry.type === "compaction");
  const compaction = path[compactionAt];
  if (compaction?.type !== "compaction") return [...path];
  const keptFrom = path.findIndex((entry) => entry.id === compaction.firstKeptEntryId);
  const kept = keptFrom < 0 ? [] : path.slice(keptFrom, compactionAt);
  return [compaction, ...kept.filter((entry) => !isFoldedIn(entry)), ...path.slice(compactionAt + 1)];
}

/** Returns the messages for the model by entry, in the order in which the model sees them. */
export function projectContext(selected: readonly SessionEntry[]): ProjectedSessionEntry[] {
  return inCallOrder(projectEntries(selected), ({ messages }) => messages.at(-1));
}

/** Returns the messages for the model by entry, in the order of the log. */
export function projectEntries(selected: readonly SessionEntry[]): ProjectedSessionEntry[] {
  const edits = new Map<string, ContextEditEntry>();
  for (const entry of selected) {
    if (entry.type === "context_edit") edits.set(entry.targetId, entry);
  }
  return selected.map((sourceEntry) => ({
    sourceEntry,
    messages: projectContextEntry(sourceEntry, edits.get(sourceEntry.id)),
  }));
}

/** Returns the messages for the model of one entry, after `edit`, the latest edit of that entry. */
export function projectContextEntry(entry: SessionEntry, edit: ContextEditEntry | undefined): AgentMessage[] {
  if (!edit) return sessionEntryToContextMessages(entry);
  const { replacement } = edit;
  if (replacement === null) return [];
  if (!isContextEditable(entry)) return sessionEntryToContextMessages(entry);
  return sessionEntryToContextMessages(entry).map((message) => replaced(message, replacement));
}

/** Returns the messages for the model of one entry, without edits. */
export function sessionEntryToContextMessages(entry: SessionEntry): AgentMessage[] {
  switch (entry.type) {
    case "message":
      return [entry.message];
    case "custom_message":
      return [createCustomMessage(entry.customType, entry.content, entry.display, entry.details, entry.timestamp)];
    case "branch_summary":
      return entry.summary ? [createBranchSummaryMessage(entry.summary, entry.fromId, entry.timestamp)] : [];
    case "compaction": {
      const summary = createCompactionSummaryMessage(entry.summary, entry.tokensBefore, entry.timestamp);
      return entry.systemMessage ? [entry.systemMessage, summary] : [summary];
    }
    default:
      return [];
  }
}

function isContextEditable(entry: SessionEntry): boolean {
  if (entry.type === "custom_message") return true;
  if (entry.type !== "message") return false;
  const { role } = entry.message;
  return role === "user" || role === "assistant" || role === "toolResult" || role === "custom";
}

export function getLatestCompactionEntry(entries: readonly SessionEntry[]): CompactionEntry | null {
  const latest = entries.findLast((entry) => entry.type === "compaction");
  return latest ?? null;
}

/** Replaces the content of a message. A string becomes one text block if the role accepts only blocks. */
function replaced(message: AgentMessage, { content, details, isError }: ContextReplacement) {
  const takesText = message.role === "user" || message.role === "custom";
  const blocks = typeof content === "string" && !takesText ? [{ type: "text" as const, text: content }] : content;
  const ofResult = message.role === "toolResult" ? optional({ details, isError }) : {};
  return { ...message, content: blocks, ...ofResult } as AgentMessage;
}

/** Returns whether a compaction covers the entry even in the part that was kept: earlier compactions and system prompts. */
function isFoldedIn(entry: SessionEntry): boolean {
  return entry.type === "compaction" || (entry.type === "message" && entry.message.role === "system");
}
