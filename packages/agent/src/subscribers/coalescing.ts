import type { AgentEvent } from "../contract/events.ts";

/** How a queue may shorten itself without losing anything: events with one key, and no other kind of event between them, become one. */
export interface Coalescing<TEvent> {
  /** `undefined` for an event that must be delivered as it is, in its place. */
  keyOf(event: TEvent): string | undefined;
  combine(older: TEvent, newer: TEvent): TEvent;
}

/** Deltas of one block are joined; a tool's later partial result replaces the earlier one. Everything else stays. */
export const agentEventCoalescing: Coalescing<AgentEvent> = {
  keyOf(event) {
    if (event.type === "tool_execution_update") return `tool ${event.toolCallId}`;
    if (event.type !== "message_update") return undefined;
    const inner = event.assistantMessageEvent;
    return "delta" in inner ? `${inner.type} ${inner.contentIndex}` : undefined;
  },
  combine(older, newer) {
    if (older.type !== "message_update" || newer.type !== "message_update") return newer;
    const [before, after] = [older.assistantMessageEvent, newer.assistantMessageEvent];
    if (!("delta" in before && "delta" in after)) return newer;
    return { ...newer, assistantMessageEvent: { ...after, delta: before.delta + after.delta } };
  },
};
