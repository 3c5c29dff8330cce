import type { AgentEvent } from "../contract/events.ts";

/** How a queue may shorten itself without loss: events with the same key become one if no other kind of event lies between them. */
export interface Coalescing<TEvent> {
  /** Returns `undefined` for an event that must be delivered unchanged, at its place. */
  keyOf(event: TEvent): string | undefined;
  combine(older: TEvent, newer: TEvent): TEvent;
}

/** Joins deltas of the same block; a tool's later partial result replaces the earlier one. All other events stay. */
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
