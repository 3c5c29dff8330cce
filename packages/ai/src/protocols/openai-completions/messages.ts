import type {
  AssistantMessage,
  ImageContent,
  Message,
  SystemMessage,
  TextContent,
  ThinkingContent,
  ToolResultMessage,
  UserMessage,
} from "../../contract/messages.ts";
import type { Model } from "../../contract/model.ts";
import { contentText } from "../../handover/content-text.ts";
import type { PlacedContext } from "../../handover/place-system-messages.ts";
import { portableToolCallId } from "../../handover/tool-call-id.ts";
import { transformMessages } from "../../handover/transform-messages.ts";
import type { ResolvedCompat } from "./compat.ts";
import { wireTool } from "./wire-tool.ts";

export type WireMessage = { role: string; content?: unknown } & Record<string, unknown>;

/** How dialects of Chat Completions differ in their messages. */
export interface MessageDialect {
  toolCallId(id: string): string;
  /** Overrides how the model's own thinking is sent back. */
  thinkingParts?(thinking: ThinkingContent[]): object[];
  /** Precedes the text of a failed result, if the API has no other way to mark it. */
  readonly failurePrefix?: string;
}

const LONGEST_TOOL_CALL_ID = 40;
const STANDARD: MessageDialect = { toolCallId: (id) => portableToolCallId(id, LONGEST_TOOL_CALL_ID) };
const IMAGES_CAPTION = "The images of the tool results above:";
const BRIDGE = "I have read the tool results.";

/** Converts the conversation to Chat Completions messages. Ids and order depend only on the conversation, so that prefixes stay cached. */
export function wireMessages(
  model: Model,
  context: PlacedContext,
  compat: ResolvedCompat,
  dialect: MessageDialect = STANDARD,
): WireMessage[] {
  const wire: WireMessage[] = [];
  const role = model.reasoning && compat.supportsDeveloperRole ? "developer" : "system";
  if (context.systemPrompt) wire.push({ role, content: context.systemPrompt });
  const messages = transformMessages(context.messages, model, dialect.toolCallId);
  messages.forEach((message, index) => {
    if (message.role === "user") {
      const needsBridge = compat.requiresAssistantAfterToolResult && wire.at(-1)?.role === "tool";
      if (needsBridge) wire.push({ role: "assistant", content: BRIDGE });
      wire.push(userMessage(message));
    } else if (message.role === "assistant") {
      wire.push(assistantMessage(message, model, compat, dialect));
    } else if (message.role === "toolResult") {
      wire.push(toolMessage(message, compat, dialect), ...imagesAfter(messages, index));
    } else {
      wire.push(...systemMessages(message, role, compat));
    }
  });
  return wire;
}

/** Splits a system message, because a message with tools has no other content. */
function systemMessages(message: SystemMessage, role: string, compat: ResolvedCompat): WireMessage[] {
  const text = contentText(message.content);
  return [
    ...(message.toolsAdded
      ? [{ role: "system", tools: message.toolsAdded.map((tool) => wireTool(tool, compat)) }]
      : []),
    ...(text ? [{ role, content: text }] : []),
  ];
}

function userMessage({ content }: UserMessage): WireMessage {
  if (typeof content === "string") return { role: "user", content };
  const onlyText = content.every((block) => block.type === "text");
  if (onlyText) return { role: "user", content: contentText(content) };
  return {
    role: "user",
    content: content.map((block) => (block.type === "text" ? textPart(block.text) : imagePart(block))),
  };
}

function assistantMessage(
  message: AssistantMessage,
  model: Model,
  compat: ResolvedCompat,
  dialect: MessageDialect,
): WireMessage {
  const thinking = message.content.filter((block) => block.type === "thinking");
  const calls = message.content.filter((block) => block.type === "toolCall");
  const text = contentText(message.content, "");
  const said = compat.requiresThinkingAsText ? thinking.map(thinkingAsText).join("") + text : text;
  const parts = thinking.length > 0 && dialect.thinkingParts?.(thinking);
  const content = parts ? [...parts, ...(said === "" ? [] : [textPart(said)])] : said;
  return {
    role: "assistant",
    content: content === "" && calls.length > 0 ? null : content,
    ...(!compat.requiresThinkingAsText && !parts && thinkingOf(thinking, model, compat)),
    ...(calls.length > 0 && {
      tool_calls: calls.map((call) => ({
        id: call.id,
        type: "function",
        function: { name: call.name, arguments: JSON.stringify(call.arguments) },
      })),
    }),
  };
}

/** Sends thinking back in the field it came from, which its signature names; OpenRouter's details are sent back unchanged. */
function thinkingOf(thinking: ThinkingContent[], model: Model, compat: ResolvedCompat): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  if (compat.requiresReasoningContentOnAssistantMessages && model.reasoning) fields.reasoning_content = "";
  for (const { thinking: text, thinkingSignature: signature } of thinking) {
    if (signature?.startsWith("[")) fields.reasoning_details = JSON.parse(signature);
    else if (signature) fields[signature] = ((fields[signature] as string | undefined) ?? "") + text;
  }
  return fields;
}

function toolMessage(message: ToolResultMessage, compat: ResolvedCompat, dialect: MessageDialect): WireMessage {
  const text = contentText(message.content);
  const prefix = message.isError ? (dialect.failurePrefix ?? "") : "";
  const hasImages = message.content.some((block) => block.type === "image");
  return {
    role: "tool",
    tool_call_id: message.toolCallId,
    ...(compat.requiresToolResultName && { name: message.toolName }),
    content: prefix + (text || (hasImages ? "(see the images below)" : "(no output)")),
  };
}

/**
 * Returns a user message with the images of a series of results, placed after the last one, because a tool message may contain only text.
 */
function imagesAfter(messages: Message[], last: number): WireMessage[] {
  if (messages[last + 1]?.role === "toolResult") return [];
  const images: ImageContent[] = [];
  for (let index = last; messages[index]?.role === "toolResult"; index--) {
    const { content } = messages[index] as ToolResultMessage;
    images.unshift(...content.filter((block) => block.type === "image"));
  }
  if (images.length === 0) return [];
  return [{ role: "user", content: [textPart(IMAGES_CAPTION), ...images.map(imagePart)] }];
}

function thinkingAsText({ thinking }: ThinkingContent): string {
  return thinking ? `<thinking>\n${thinking}\n</thinking>\n` : "";
}

function textPart(text: string): TextContent {
  return { type: "text", text };
}

function imagePart({ mimeType, data }: ImageContent) {
  return { type: "image_url", image_url: { url: `data:${mimeType};base64,${data}` } };
}
