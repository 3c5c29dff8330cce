import type { ContentBlock, SessionUpdate } from "@agentclientprotocol/sdk";
import type { AgentMessage } from "@tau/agent";
import type { AssistantMessage, UserMessage } from "@tau/ai";
import type { SessionEntry } from "@tau/coding-agent";
import { resultContent, type ToolCalls } from "./tool-calls.ts";

/** Returns the updates that show a stored conversation. */
export function* replayUpdates(entries: readonly SessionEntry[], calls: ToolCalls): Generator<SessionUpdate> {
  for (const entry of entries) {
    if (entry.type === "message") yield* messageUpdates(entry.message, calls);
    else if (entry.type === "custom_message" && entry.display) {
      const text = textOf(entry.content);
      if (text) yield { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
    }
  }
}

function* messageUpdates(message: AgentMessage, calls: ToolCalls): Generator<SessionUpdate> {
  if (message.role === "user")
    for (const content of userBlocks(message)) yield { sessionUpdate: "user_message_chunk", content };
  else if (message.role === "assistant") yield* answerUpdates(message, calls);
  else if (message.role === "toolResult") {
    const { toolCallId, content, isError } = message;
    const status = isError ? "failed" : "completed";
    yield { sessionUpdate: "tool_call_update", toolCallId, status, content: resultContent(content) };
  }
}

function* answerUpdates({ content }: AssistantMessage, calls: ToolCalls): Generator<SessionUpdate> {
  for (const block of content) {
    if (block.type === "text")
      yield { sessionUpdate: "agent_message_chunk", content: { type: "text", text: block.text } };
    else if (block.type === "thinking") {
      if (block.thinking)
        yield { sessionUpdate: "agent_thought_chunk", content: { type: "text", text: block.thinking } };
    } else {
      const { id, name, arguments: args } = block;
      yield { sessionUpdate: "tool_call", toolCallId: id, ...calls.describe(name, args), status: "pending" };
    }
  }
}

function userBlocks({ content }: UserMessage): ContentBlock[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.map((block) =>
    block.type === "image"
      ? { type: "image", data: block.data, mimeType: block.mimeType }
      : { type: "text", text: block.text },
  );
}

/** Returns the text of a message that an extension shows to the user. */
export function displayedText(message: AgentMessage): string | undefined {
  return message.role === "custom" && message.display ? textOf(message.content) : undefined;
}

function textOf(content: string | readonly { type: string; text?: string }[]): string {
  if (typeof content === "string") return content;
  return content.map(({ text = "" }) => text).join("");
}
