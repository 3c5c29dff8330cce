import type {
  AssistantContent,
  AssistantMessage,
  ImageContent,
  Message,
  SystemMessage,
  TextContent,
  ToolResultMessage,
  UserMessage,
} from "../../contract/messages.ts";
import type { Model } from "../../contract/model.ts";
import { contentText } from "../../handover/content-text.ts";
import { portableToolCallId } from "../../handover/tool-call-id.ts";
import { transformMessages } from "../../handover/transform-messages.ts";
import type { EffortTrack } from "../effort-track.ts";
import type { AnthropicMessagesCompat } from "./compat.ts";
import { wireTool } from "./wire-tool.ts";

export type WireBlock = { type: string } & Record<string, unknown>;
export interface WireMessage {
  role: "user" | "assistant" | "system";
  content: WireBlock[];
  /** System messages only: the effort from here on, in a message without content. */
  output_config?: { effort: string };
}

/**
 * Converts the conversation to turns of the Messages API: the results of one answer's calls share one user turn, and system messages are
 * joined where the API accepts them, between the last user turn and its answer.
 */
export function wireMessages(
  model: Model,
  messages: readonly Message[],
  compat: AnthropicMessagesCompat,
  efforts?: EffortTrack,
): WireMessage[] {
  const wire: WireMessage[] = [];
  let results: ToolResultMessage[] = [];
  let said: SystemMessage[] = [];
  const flush = () => {
    if (results.length > 0) wire.push({ role: "user", content: toolResultBlocks(results) });
    results = [];
  };
  const flushSystem = () => {
    if (said.length > 0 && wire.at(-1)?.role === "user") {
      wire.push(systemTurn(said, compat));
      said = [];
    }
  };
  for (const message of transformMessages(messages, model, (id) => portableToolCallId(id))) {
    if (message.role === "toolResult") {
      results.push(message);
      continue;
    }
    flush();
    if (message.role === "system") {
      said.push(message);
      continue;
    }
    if (message.role === "assistant") {
      flushSystem();
      wire.push(...effortTurn(efforts?.before(message)));
    }
    const turn = message.role === "user" ? userTurn(message) : assistantTurn(message, compat);
    if (turn.content.length > 0) wire.push(turn);
  }
  flush();
  flushSystem();
  wire.push(...effortTurn(efforts?.toCurrent()));
  return wire;
}

function effortTurn(effort: string | undefined): WireMessage[] {
  return effort === undefined ? [] : [{ role: "system", content: [], output_config: { effort } }];
}

function systemTurn(messages: readonly SystemMessage[], compat: AnthropicMessagesCompat): WireMessage {
  const blocks = ({ content, toolsAdded = [] }: SystemMessage): WireBlock[] => {
    const text = contentText(content);
    const additions = toolsAdded.map((tool) => ({
      type: "tool_addition",
      tool: { type: "tool_definition", definition: wireTool(tool, compat) },
    }));
    return [...additions, ...(text ? [{ type: "text", text }] : [])];
  };
  return { role: "system", content: messages.flatMap(blocks) };
}

function userTurn({ content }: UserMessage): WireMessage {
  const blocks: (TextContent | ImageContent)[] =
    typeof content === "string" ? [{ type: "text", text: content }] : content;
  return { role: "user", content: visible(blocks).map(inputBlock) };
}

function assistantTurn({ content }: AssistantMessage, compat: AnthropicMessagesCompat): WireMessage {
  return { role: "assistant", content: content.flatMap((block) => answerBlock(block, compat)) };
}

function answerBlock(block: AssistantContent, compat: AnthropicMessagesCompat): WireBlock[] {
  if (block.type === "toolCall") {
    return [{ type: "tool_use", id: block.id, name: block.name, input: block.arguments }];
  }
  if (block.type === "text") return block.text.trim() === "" ? [] : [{ type: "text", text: block.text }];
  if (block.redacted) return [{ type: "redacted_thinking", data: block.thinkingSignature ?? "" }];
  // A server that signs its thinking refuses an empty signature.
  const signature = block.thinkingSignature?.trim()
    ? block.thinkingSignature
    : compat.allowEmptySignature
      ? ""
      : undefined;
  if (signature !== undefined) return [{ type: "thinking", thinking: block.thinking, signature }];
  // The API refuses thinking that it did not sign; as text it stays part of the conversation.
  return block.thinking.trim() === "" ? [] : [{ type: "text", text: block.thinking }];
}

function toolResultBlocks(results: readonly ToolResultMessage[]): WireBlock[] {
  const blocks: WireBlock[] = [];
  const after: WireBlock[] = [];
  for (const result of results) {
    const images = result.content.filter((block) => block.type === "image");
    // The API refuses images in a failed result: they follow after all results of the turn.
    const apart = result.isError && images.length > 0;
    const content = visible(apart ? result.content.filter((block) => block.type === "text") : result.content);
    blocks.push({
      type: "tool_result",
      tool_use_id: result.toolCallId,
      content: content.length > 0 ? content.map(inputBlock) : [{ type: "text", text: "(no output)" }],
      ...(result.isError && { is_error: true }),
    });
    if (apart)
      after.push({ type: "text", text: `Images of the failed ${result.toolName} call:` }, ...images.map(inputBlock));
  }
  return [...blocks, ...after];
}

/** Removes blank text blocks, which the API refuses. */
function visible(blocks: readonly (TextContent | ImageContent)[]): (TextContent | ImageContent)[] {
  return blocks.filter((block) => block.type === "image" || block.text.trim() !== "");
}

function inputBlock(block: TextContent | ImageContent): WireBlock {
  if (block.type === "text") return { type: "text", text: block.text };
  return { type: "image", source: { type: "base64", media_type: block.mimeType, data: block.data } };
}
