import type { AssistantMessage, ToolResultMessage, Usage, UserMessage } from "@tau/ai";

export function user(text: string): UserMessage {
  return { role: "user", content: text, timestamp: 1 };
}

export function assistant(text: string, changes: Partial<AssistantMessage> = {}): AssistantMessage {
  return {
    role: "assistant",
    content: [{ type: "text", text }],
    api: "demo",
    provider: "demo",
    model: "scripted",
    usage: usage(10),
    stopReason: "stop",
    timestamp: 2,
    ...changes,
  };
}

export function toolCall(id: string, name = "read", args: Record<string, string> = { path: "a.ts" }): AssistantMessage {
  return assistant("", { content: [{ type: "toolCall", id, name, arguments: args }], stopReason: "toolUse" });
}

export function toolResult(toolCallId: string, text: string, toolName = "read"): ToolResultMessage {
  return { role: "toolResult", toolCallId, toolName, content: [{ type: "text", text }], isError: false, timestamp: 3 };
}

export function usage(totalTokens: number): Usage {
  return {
    input: totalTokens,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  };
}
