import type { ContentBlock, SessionUpdate, ToolCallContent } from "@agentclientprotocol/sdk";
import type { AgentMessage } from "@tau/agent";
import type { AssistantMessage, UserMessage } from "@tau/ai";
import type { SessionEntry } from "@tau/coding-agent";
import { resultContent, type ToolCalls, textContent } from "./tool-calls.ts";

const CHANGES = new Set(["edit", "write"]);

interface StoredChange {
  /** Of `write`. */
  readonly content?: unknown;
  /** Of `edit`. */
  readonly edits?: unknown;
  /** Of `edit` in its other modes. */
  readonly input?: unknown;
}

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
    const { toolCallId, toolName, content, isError } = message;
    const status = isError ? "failed" : "completed";
    // The diffs of a stored change came with its call.
    const shown = isError || !CHANGES.has(toolName) ? { content: resultContent(content) } : {};
    yield { sessionUpdate: "tool_call_update", toolCallId, status, ...shown };
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
      const described = calls.describe(name, args);
      const content = CHANGES.has(name) ? storedDiffs(described.locations[0]?.path ?? "", args) : [];
      yield { sessionUpdate: "tool_call", toolCallId: id, ...described, status: "pending", content };
    }
  }
}

/** Returns the changes that the arguments of a stored call name. The file may have changed since. */
function storedDiffs(path: string, { content, edits, input }: StoredChange): ToolCallContent[] {
  if (typeof input === "string") return [textContent(input)];
  if (typeof content === "string") return [{ type: "diff", path, newText: content }];
  if (!Array.isArray(edits)) return [];
  return (edits as readonly { oldText?: unknown; newText?: unknown }[]).map(({ oldText, newText }) => ({
    type: "diff",
    path,
    oldText: String(oldText ?? ""),
    newText: String(newText ?? ""),
  }));
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
