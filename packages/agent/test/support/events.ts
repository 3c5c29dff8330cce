import type { AgentEvent, AgentMessage } from "../../src/index.ts";

export function user(text: string): AgentMessage {
  return { role: "user", content: [{ type: "text", text }], timestamp: 1 };
}

/** Events as short lines: the order of a run at a glance. */
export function outline(events: readonly AgentEvent[]): string[] {
  return events.map((event) => {
    switch (event.type) {
      case "message_start":
      case "message_end":
        return `${event.type} ${event.message.role}`;
      case "message_update":
        return `${event.type} ${event.assistantMessageEvent.type}`;
      case "tool_execution_start":
      case "tool_execution_update":
      case "tool_execution_end":
        return `${event.type} ${event.toolName}`;
      case "turn_end":
        return `turn_end ${event.toolResults.map((result) => result.toolName).join(" ")}`.trim();
      default:
        return event.type;
    }
  });
}

/** The text of a tool result or answer. */
export function textOf(message: AgentMessage | undefined): string {
  if (!message || !("content" in message)) return "";
  if (typeof message.content === "string") return message.content;
  return message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
}
