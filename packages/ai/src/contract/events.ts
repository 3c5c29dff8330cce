import type { AssistantMessage, StopReason, ToolCall } from "./messages.ts";

/**
 * The events of a stream: `start`, then for each block its start, deltas and end, then exactly one `done` or `error`. `partial` is the live
 * message, the same object in every event: read it, but do not keep it as a snapshot.
 */
export type AssistantMessageEvent =
  | { type: "start"; partial: AssistantMessage }
  | { type: "text_start"; contentIndex: number; partial: AssistantMessage }
  | { type: "text_delta"; contentIndex: number; delta: string; partial: AssistantMessage }
  | { type: "text_end"; contentIndex: number; content: string; partial: AssistantMessage }
  | { type: "thinking_start"; contentIndex: number; partial: AssistantMessage }
  | { type: "thinking_delta"; contentIndex: number; delta: string; partial: AssistantMessage }
  | { type: "thinking_end"; contentIndex: number; content: string; partial: AssistantMessage }
  | { type: "toolcall_start"; contentIndex: number; partial: AssistantMessage }
  | { type: "toolcall_delta"; contentIndex: number; delta: string; partial: AssistantMessage }
  | { type: "toolcall_end"; contentIndex: number; toolCall: ToolCall; partial: AssistantMessage }
  | { type: "done"; reason: DoneReason; message: AssistantMessage }
  | { type: "error"; reason: FailureReason; error: AssistantMessage };

export type DoneReason = Extract<StopReason, "stop" | "length" | "toolUse" | "deferred">;
export type FailureReason = Extract<StopReason, "error" | "aborted">;
