import type { AgentMessage, BranchSummaryEntry, SessionEntry, SessionLog } from "@tau/agent";
import { contentText } from "@tau/ai";
import { lastRecord } from "../../snapshots/run-history.ts";
import { AgentSessionError } from "../session-error.ts";

export interface NavigateOptions {
  /** Whether to write a summary of the branch that is left. */
  readonly summarize?: boolean;
  readonly customInstructions?: string;
  readonly replaceInstructions?: boolean;
  /** A label for the target entry. */
  readonly label?: string;
}

export interface NavigateResult {
  /** The text of the user's message at the target, to be edited and sent again. */
  readonly editorText?: string;
  readonly cancelled: boolean;
  readonly aborted?: boolean;
  readonly summaryEntry?: BranchSummaryEntry;
}

/**
 * Returns the new leaf for a target: the entry before a message of the user, whose text is returned. For all other entries it is the target
 * itself, with the record of files that follows it.
 */
export function navigationTarget(log: SessionLog, targetId: string): { leafId: string | null; editorText?: string } {
  const target = log.getEntry(targetId);
  if (!target) throw new AgentSessionError("unknown-entry", `There is no entry ${targetId} in this session.`);
  const text = userText(target);
  if (text !== undefined) return { leafId: target.parentId, editorText: text };
  return { leafId: lastRecord(log, targetId) };
}

/** Returns the user's messages from which a fork can start, oldest first. */
export function forkPoints(log: SessionLog): { entryId: string; text: string }[] {
  return log.getBranch().flatMap((entry) => {
    const text = entry.type === "message" ? userText(entry) : undefined;
    return text ? [{ entryId: entry.id, text }] : [];
  });
}

function userText(entry: SessionEntry): string | undefined {
  if (entry.type === "custom_message") return contentText(entry.content);
  if (entry.type !== "message") return undefined;
  const message: AgentMessage = entry.message;
  return message.role === "user" ? contentText(message.content) : undefined;
}
