import type { AgentMessage } from "../../contract/messages.ts";
import type { LogStorage } from "../log-storage.ts";
import { SessionError } from "../session-error.ts";
import type { ContextEditEntry, SessionEntry } from "./entry.ts";

/** Rejects summary messages: summaries have their own entry types, so that they are found without reading messages. */
export function assertStorableMessage(message: AgentMessage): void {
  if (message.role !== "compactionSummary" && message.role !== "branchSummary") return;
  throw new TypeError(`A ${message.role} message is written with appendCompaction or branchWithSummary.`);
}

/**
 * Returns the replacement as the log keeps it: a text becomes a block of text where the edited message has blocks. Throws unless the target is
 * an entry of the current branch with a message of its own.
 */
export function checkContextEdit(
  log: LogStorage,
  leaf: number,
  targetId: string,
  replacement: ContextEditEntry["replacement"],
): ContextEditEntry["replacement"] {
  const target = log.positionOf(targetId);
  let position = leaf;
  while (position > target) position = log.parentAt(position);
  if (target < 0 || position !== target)
    throw new SessionError("unknown-entry", `Entry ${targetId} is not on the current branch.`);
  const entry = log.entryAt(target);
  if (!entry || !isEditable(entry))
    throw new SessionError(
      "unknown-entry",
      `Entry ${targetId} adds no message of its own, so its content cannot be edited.`,
    );
  if (typeof replacement?.content !== "string" || !hasBlocks(entry)) return replacement;
  return { ...replacement, content: [{ type: "text", text: replacement.content }] };
}

function isEditable(entry: SessionEntry): boolean {
  if (entry.type === "custom_message") return true;
  return entry.type === "message" && ["user", "assistant", "toolResult"].includes(entry.message.role);
}

function hasBlocks(entry: SessionEntry): boolean {
  return entry.type === "message" && ["assistant", "toolResult"].includes(entry.message.role);
}
