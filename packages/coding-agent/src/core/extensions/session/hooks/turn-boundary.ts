import {
  buildSessionProjection,
  type CustomMessage,
  convertToLlm,
  estimateContextTokens,
  type SessionEntry,
} from "@tau/agent";
import { newestFirst } from "../../../session/log/newest-first.ts";
import type { Session } from "../../../session/session.ts";
import type { BoundaryContextPreview, SessionBoundaryDraft } from "../../contract/index.ts";
import { customMessage } from "../custom-message.ts";

/** Returns what the model would see if the drafts were in the log. The log is read only when a handler accesses the preview. */
export function previewBoundary(session: Session, drafts: readonly SessionBoundaryDraft[]): BoundaryContextPreview {
  let projected: ReturnType<typeof buildSessionProjection> | undefined;
  const projection = () => {
    projected ??= buildSessionProjection(withDrafts(session.log.getBranch(), drafts));
    return projected;
  };
  return {
    get contextEntries() {
      return projection().entries;
    },
    get contextMessages() {
      return projection().messages;
    },
    get llmMessages() {
      return convertToLlm(projection().messages);
    },
    get canContinue() {
      return projection().messages.at(-1)?.role !== "assistant";
    },
    pendingMessages: drafts.flatMap((draft) => (draft.type === "custom_message" ? [customMessage(draft)] : [])),
  };
}

function withDrafts(branch: readonly SessionEntry[], drafts: readonly SessionBoundaryDraft[]): SessionEntry[] {
  const entries = [...branch];
  for (const draft of drafts) entries.push(asEntry(draft, entries));
  return entries;
}

/** Returns why the drafts cannot be written, or `undefined` if they can. Either all drafts are written or none. */
export function boundaryProblem(session: Session, drafts: readonly SessionBoundaryDraft[]): string | undefined {
  for (const draft of drafts) {
    const named =
      draft.type === "context_edit" ? draft.targetId : draft.type === "compaction" ? draft.firstKeptEntryId : null;
    if (named !== null && !isOnBranch(session, named)) return `There is no entry ${named} on this branch.`;
  }
  return undefined;
}

function isOnBranch({ log }: Session, id: string): boolean {
  for (const entry of newestFirst(log)) if (entry.id === id) return true;
  return false;
}

/**
 * Writes the drafts in order. Messages are returned for the agent loop, which delivers and records them like any other message. The others
 * go to the log, and the conversation is read from it again if it has changed.
 */
export function writeBoundary(session: Session, drafts: readonly SessionBoundaryDraft[]): CustomMessage[] {
  const { log } = session;
  const messages: CustomMessage[] = [];
  let rewritten = false;
  for (const draft of drafts) {
    if (draft.type === "custom_message") messages.push(customMessage(draft));
    else if (draft.type === "custom") session.appendCustomEntry(draft.customType, draft.data);
    else if (draft.type === "context_edit") log.appendContextEdit(draft.targetId, draft.replacement);
    else {
      const { summary, firstKeptEntryId, details, usage } = draft;
      const { tokens } = estimateContextTokens([...session.messages]);
      log.appendCompaction(summary, firstKeptEntryId, tokens, details, true, usage);
    }
    rewritten ||= draft.type === "context_edit" || draft.type === "compaction";
  }
  if (rewritten) session.agent.state.messages = log.buildSessionContext().messages;
  return messages;
}

/** Returns the entry that the log would hold for a draft. */
function asEntry(draft: SessionBoundaryDraft, before: readonly SessionEntry[]): SessionEntry {
  const place = {
    id: `draft-${before.length}`,
    parentId: before.at(-1)?.id ?? null,
    timestamp: new Date().toISOString(),
  };
  if (draft.type !== "compaction") return { ...draft, ...place } as SessionEntry;
  const firstKeptEntryId = draft.firstKeptEntryId ?? place.id;
  return { ...draft, ...place, firstKeptEntryId, tokensBefore: 0 } as SessionEntry;
}
