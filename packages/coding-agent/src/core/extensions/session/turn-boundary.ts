import { type AgentMessage, convertToLlm } from "@tau/agent";
import type { AgentSession } from "../../session/agent-session.ts";
import type { BoundaryContextPreview, SessionBoundaryDraft } from "../contract/index.ts";
import { customMessage } from "./session-actions.ts";

/** What the model would see if the drafts were in the log. */
export function previewBoundary(
  session: AgentSession,
  drafts: readonly SessionBoundaryDraft[],
): BoundaryContextPreview {
  const added = drafts.flatMap((draft) => (draft.type === "custom_message" ? [customMessage(draft)] : []));
  const contextEntries = session.sessionManager.buildSessionProjection().entries;
  const contextMessages: AgentMessage[] = [...session.messages, ...added];
  return {
    contextEntries,
    contextMessages,
    llmMessages: convertToLlm(contextMessages),
    pendingMessages: [],
    canContinue: contextMessages.at(-1)?.role !== "assistant",
  };
}

/**
 * Writes the drafts, in order. Messages are handed to the loop, which delivers and records them like any other; the rest goes to the
 * log, and the conversation is read from there again where it has changed.
 */
export function writeBoundary(session: AgentSession, drafts: readonly SessionBoundaryDraft[]): AgentMessage[] {
  const { sessionManager: log } = session;
  const messages: AgentMessage[] = [];
  let rewritten = false;
  for (const draft of drafts) {
    if (draft.type === "custom_message") messages.push(customMessage(draft));
    else if (draft.type === "custom") session.appendCustomEntry(draft.customType, draft.data);
    else {
      rewritten = true;
      if (draft.type === "context_edit") log.appendContextEdit(draft.targetId, draft.replacement);
      else {
        const leaf = log.getLeafId() ?? "";
        log.appendCompaction(draft.summary, draft.firstKeptEntryId ?? leaf, 0, draft.details, true);
      }
    }
  }
  if (rewritten) session.agent.state.messages = log.buildSessionContext().messages;
  return messages;
}
