import type { AgentMessage, BranchSummaryEntry, SessionEntry, SessionLog } from "@tau/agent";
import { contentText } from "@tau/ai";
import { AgentSessionError } from "../session-error.ts";

export interface NavigateOptions {
  /** Leave a summary of the branch that is left. */
  readonly summarize?: boolean;
  readonly customInstructions?: string;
  readonly replaceInstructions?: boolean;
  /** Bookmark the place that is gone to. */
  readonly label?: string;
}

export interface NavigateResult {
  /** What the user said there, to be edited and sent again. */
  readonly editorText?: string;
  readonly cancelled: boolean;
  readonly aborted?: boolean;
  readonly summaryEntry?: BranchSummaryEntry;
}

/** Where the leaf goes for a target: before a message of the user's, whose text is handed back, and at anything else. */
export function navigationTarget(log: SessionLog, targetId: string): { leafId: string | null; editorText?: string } {
  const target = log.getEntry(targetId);
  if (!target) throw new AgentSessionError("unknown-entry", `There is no entry ${targetId} in this session.`);
  const text = userText(target);
  return text === undefined ? { leafId: targetId } : { leafId: target.parentId, editorText: text };
}

/** The messages of the user's that a fork can begin from, oldest first. */
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
