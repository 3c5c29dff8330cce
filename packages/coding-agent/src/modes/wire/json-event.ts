import type { AgentMessage } from "@tau/agent";
import type { AssistantMessageEvent, Usage } from "@tau/ai";
import type { AgentSessionEvent } from "../../core/session/session-event.ts";

type WithoutPartial<T> = T extends { partial: unknown } ? Omit<T, "partial"> : T;

type JsonAssistantMessageEvent<T> = T extends { type: "toolcall_start"; partial: unknown }
  ? WithoutPartial<T> & { id: string; toolName: string }
  : WithoutPartial<T>;

interface JsonMessageUpdate {
  readonly type: "message_update";
  /** Usage of the answer so far. Zero if the provider counts only at the end. */
  readonly usage: Usage;
  readonly assistantMessageEvent: JsonAssistantMessageEvent<AssistantMessageEvent>;
}

/** An event as JSON and RPC mode write it. */
export type JsonAgentSessionEvent = Exclude<AgentSessionEvent, { type: "message_update" }> | JsonMessageUpdate;

/**
 * Converts an event for the wire. `message_update` has only the delta: with the whole message in every line, the output would grow with the
 * square of its length. `message_start` has the role, the deltas build the message, and `message_end` has the final one.
 */
export function toJsonEvent(event: AgentSessionEvent): JsonAgentSessionEvent {
  if (event.type === "message_start") return { type: event.type, message: atStart(event.message) };
  if (event.type !== "message_update") return event;
  const update = event.assistantMessageEvent;
  return { type: "message_update", usage: usageOf(update), assistantMessageEvent: withoutPartial(update) };
}

/** Removes the content: the live message may already have grown, and the deltas contain all of it. */
function atStart(message: AgentMessage): AgentMessage {
  return message.role === "assistant" ? { ...message, content: [], stopReason: "pending" } : message;
}

/** Removes the partial message. Lists the fields for the most frequent events, because a rest pattern costs more than the serialisation. */
function withoutPartial(event: AssistantMessageEvent): JsonMessageUpdate["assistantMessageEvent"] {
  switch (event.type) {
    case "text_delta":
    case "thinking_delta":
    case "toolcall_delta":
      return { type: event.type, contentIndex: event.contentIndex, delta: event.delta };
    case "toolcall_start": {
      const block = event.partial.content[event.contentIndex];
      const call = block?.type === "toolCall" ? block : { id: "", name: "" };
      return { type: event.type, contentIndex: event.contentIndex, id: call.id, toolName: call.name };
    }
    case "done":
    case "error":
      return event;
    default: {
      const { partial: _, ...rest } = event;
      return rest;
    }
  }
}

function usageOf(update: AssistantMessageEvent): Usage {
  switch (update.type) {
    case "done":
      return update.message.usage;
    case "error":
      return update.error.usage;
    default:
      return update.partial.usage;
  }
}
