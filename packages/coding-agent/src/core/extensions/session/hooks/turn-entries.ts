import type { AgentMessage } from "@tau/agent";
import { newestFirst } from "../../../session/log/newest-first.ts";
import type { Session } from "../../../session/session.ts";

/** Returns a function that finds the entries of the turn that has just ended. They come after every earlier answer. */
export function entryIdsOf(log: Session["log"]): (wanted: AgentMessage) => string {
  const written: { id: string; message: AgentMessage }[] = [];
  for (const entry of newestFirst(log)) {
    if (entry.type !== "message") continue;
    written.push(entry);
    if (entry.message.role === "assistant" || entry.message.role === "user") break;
  }
  return (wanted) => written.find(({ message }) => isSame(message, wanted))?.id ?? "";
}

/** Compares tool results by their call id, because a result is written to the log before its message object exists. */
function isSame(written: AgentMessage, wanted: AgentMessage): boolean {
  if (written.role !== "toolResult" || wanted.role !== "toolResult") return written === wanted;
  return written.toolCallId === wanted.toolCallId;
}
