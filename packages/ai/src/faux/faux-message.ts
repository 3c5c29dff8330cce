import type { DeferredHandle } from "../contract/deferred.ts";
import type { JsonObject } from "../contract/json.ts";
import type {
  AssistantContent,
  AssistantMessage,
  TextContent,
  ThinkingContent,
  ToolCall,
} from "../contract/messages.ts";
import { emptyUsage } from "../models/cost.ts";

export type FauxContentBlock = AssistantContent;

export interface FauxMessageOptions {
  stopReason?: AssistantMessage["stopReason"];
  /** Makes it a deferred answer. */
  deferred?: DeferredHandle;
  errorMessage?: string;
  responseId?: string;
  timestamp?: number;
}

let nextCall = 1;

export function fauxText(text: string): TextContent {
  return { type: "text", text };
}

export function fauxThinking(thinking: string): ThinkingContent {
  return { type: "thinking", thinking };
}

export function fauxToolCall(name: string, arguments_: JsonObject, options: { id?: string } = {}): ToolCall {
  return { type: "toolCall", id: options.id ?? `faux-call-${nextCall++}`, name, arguments: arguments_ };
}

/** Creates a scripted answer. Its stop reason is `stop` unless given; calls of tools run whatever it is. */
export function fauxAssistantMessage(
  content: string | FauxContentBlock | FauxContentBlock[],
  options: FauxMessageOptions = {},
): AssistantMessage {
  const blocks = typeof content === "string" ? [fauxText(content)] : [content].flat();
  return {
    role: "assistant",
    content: blocks,
    api: "faux",
    provider: "faux",
    model: "faux-1",
    usage: emptyUsage(),
    stopReason: options.stopReason ?? (options.deferred ? "deferred" : "stop"),
    ...(options.deferred && { deferred: options.deferred }),
    ...(options.errorMessage !== undefined && { errorMessage: options.errorMessage }),
    ...(options.responseId !== undefined && { responseId: options.responseId }),
    timestamp: options.timestamp ?? Date.now(),
  };
}
