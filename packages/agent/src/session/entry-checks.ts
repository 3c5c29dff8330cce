import type { AgentMessage } from "../contract/messages.ts";
import { isContextEditable } from "./context.ts";
import type { LogStorage } from "./log-storage.ts";
import { SessionError } from "./session-error.ts";

/** Rejects summary messages: summaries have their own entry types, so that they are found without reading messages. */
export function assertStorableMessage(message: AgentMessage): void {
  if (message.role !== "compactionSummary" && message.role !== "branchSummary") return;
  throw new TypeError(`A ${message.role} message is written with appendCompaction or branchWithSummary.`);
}

/** Throws unless the target is an entry of the current branch with a message of its own. */
export function assertContextEdit(log: LogStorage, leaf: number, targetId: string): void {
  const target = log.positionOf(targetId);
  let position = leaf;
  while (position > target) position = log.parentAt(position);
  if (target < 0 || position !== target)
    throw new SessionError("unknown-entry", `Entry ${targetId} is not on the current branch.`);
  const entry = log.entryAt(target);
  if (entry && isContextEditable(entry)) return;
  throw new SessionError(
    "unknown-entry",
    `Entry ${targetId} adds no message of its own, so its content cannot be edited.`,
  );
}
