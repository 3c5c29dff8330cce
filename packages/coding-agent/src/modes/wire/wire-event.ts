import type { AssistantMessage, AssistantMessageEvent } from "@tau/ai";
import type { AgentSessionEvent } from "../../core/session/session-event.ts";

/**
 * An event as the JSON and RPC wires carry it. `message_update` goes out as its delta alone: with the live message in every
 * line a stream would cost the square of its length.
 */
export function toWireEvent(event: AgentSessionEvent): object {
  if (event.type !== "message_update") return event;
  const { partial, ...delta } = withoutMessage(event.assistantMessageEvent);
  return { type: "message_update", usage: partial?.usage, assistantMessageEvent: delta };
}

type Delta = { partial?: AssistantMessage; type: string; [key: string]: unknown };

function withoutMessage(event: AssistantMessageEvent): Delta {
  switch (event.type) {
    case "toolcall_start": {
      const block = event.partial.content[event.contentIndex];
      return block?.type === "toolCall" ? { ...event, id: block.id, toolName: block.name } : { ...event };
    }
    case "done":
      return { type: event.type, reason: event.reason, partial: event.message };
    case "error":
      return { type: event.type, reason: event.reason, partial: event.error };
    default:
      return { ...event };
  }
}
