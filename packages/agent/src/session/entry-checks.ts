import type { AgentMessage } from "../contract/messages.ts";
import { isContextEditable } from "./context.ts";
import type { SessionLog } from "./log.ts";
import { SessionError } from "./session-error.ts";

/** Summaries are entries of their own, found without reading messages. */
export function assertStorableMessage(message: AgentMessage): void {
  if (message.role !== "compactionSummary" && message.role !== "branchSummary") return;
  throw new TypeError(`A ${message.role} message is written with appendCompaction or branchWithSummary.`);
}

/** An edit means something only for an entry of the branch that the model sees. */
export function assertContextEdit(log: SessionLog, leaf: number, targetId: string): void {
  for (let position = leaf; position >= 0; position = log.parentAt(position)) {
    if (log.idAt(position) !== targetId) continue;
    const entry = log.entryAt(position);
    if (entry && isContextEditable(entry)) return;
    throw new SessionError(
      "unknown-entry",
      `Entry ${targetId} adds no message of its own, so its content cannot be edited.`,
    );
  }
  throw new SessionError("unknown-entry", `Entry ${targetId} is not on the current branch.`);
}
