import type { AssistantContent, AssistantMessage, AssistantMessageEvent } from "@tau/ai";
import type { ProxyAnswerDetails, ProxyAssistantMessageEvent } from "./wire.ts";

/** Encodes an event for transport: only the delta, without content the client already has. */
export function encodeProxyEvent(event: AssistantMessageEvent): ProxyAssistantMessageEvent {
  switch (event.type) {
    case "start":
      return { type: "start" };
    case "done":
      return { type: "done", reason: event.reason, usage: event.message.usage, ...detailsOf(event.message) };
    case "error":
      return encodeFailure(event.error, event.reason);
    case "text_end":
    case "thinking_end":
      return { type: event.type, contentIndex: event.contentIndex, ...signatureOf(event.partial, event.contentIndex) };
    case "toolcall_start":
      return { type: "toolcall_start", contentIndex: event.contentIndex, ...callOf(event.partial, event.contentIndex) };
    case "toolcall_end":
      return { type: "toolcall_end", contentIndex: event.contentIndex, toolCall: event.toolCall };
    case "text_start":
    case "thinking_start":
      return { type: event.type, contentIndex: event.contentIndex };
    case "text_delta":
    case "thinking_delta":
    case "toolcall_delta":
      return { type: event.type, contentIndex: event.contentIndex, delta: event.delta };
  }
}

function encodeFailure(message: AssistantMessage, reason: "error" | "aborted"): ProxyAssistantMessageEvent {
  // The vendor's own response stays on the server: it may contain data that a user of the proxy must not see.
  const { body: _body, ...error } = message.error ?? { code: "unknown" as const };
  return {
    type: "error",
    reason,
    usage: message.usage,
    error,
    ...(message.errorMessage !== undefined && { errorMessage: message.errorMessage }),
    ...detailsOf(message),
  };
}

function detailsOf(message: AssistantMessage): { details?: ProxyAnswerDetails } {
  const details: ProxyAnswerDetails = {};
  if (message.responseModel !== undefined) details.responseModel = message.responseModel;
  if (message.responseId !== undefined) details.responseId = message.responseId;
  if (message.rawStopReason !== undefined) details.rawStopReason = message.rawStopReason;
  if (message.thinkingLevel !== undefined) details.thinkingLevel = message.thinkingLevel;
  if (message.providerThinkingLevel !== undefined) details.providerThinkingLevel = message.providerThinkingLevel;
  return Object.keys(details).length > 0 ? { details } : {};
}

function signatureOf(message: AssistantMessage, index: number): { contentSignature?: string; redacted?: boolean } {
  const block: AssistantContent | undefined = message.content[index];
  if (block?.type === "text") return block.textSignature === undefined ? {} : { contentSignature: block.textSignature };
  if (block?.type !== "thinking") return {};
  return {
    ...(block.thinkingSignature !== undefined && { contentSignature: block.thinkingSignature }),
    ...(block.redacted && { redacted: true }),
  };
}

function callOf(message: AssistantMessage, index: number): { id: string; toolName: string } {
  const block = message.content[index];
  return block?.type === "toolCall" ? { id: block.id, toolName: block.name } : { id: "", toolName: "" };
}
