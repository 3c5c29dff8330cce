import type { AgentMessage } from "@tau/agent";
import type { Session } from "../../../core/session/session.ts";

export interface RecentMessages {
  readonly shown: readonly AgentMessage[];
  /** The number of earlier messages. */
  readonly hidden: number;
}

/** Characters counted for a message besides its text: its frame, and a few lines of a tool. */
const LEAST_ROOM = 200;

/**
 * Returns the end of a conversation that fills this many characters. It starts at a prompt, so that no result is without its call. The cost
 * depends on what is shown, not on the length of the session.
 */
export function recentMessages(session: Pick<Session, "recentMessages">, room: number): RecentMessages {
  const isEnough = (read: readonly AgentMessage[]) => endOf(read, room).hidden > 0;
  const { messages, before } = session.recentMessages(isEnough);
  const { shown, hidden } = endOf(messages, room);
  return { shown, hidden: before + hidden };
}

function endOf(messages: readonly AgentMessage[], room: number): RecentMessages {
  let left = room;
  let start = messages.length;
  while (start > 0 && left > 0) {
    start--;
    left -= LEAST_ROOM + lengthOf(messages[start]);
  }
  while (start > 0 && messages[start]?.role !== "user") start--;
  return { shown: messages.slice(start), hidden: start };
}

function lengthOf(message: AgentMessage | undefined): number {
  if (!message || !("content" in message)) return 0;
  if (typeof message.content === "string") return message.content.length;
  return message.content.reduce((sum, block) => sum + (block.type === "text" ? block.text.length : 0), 0);
}
