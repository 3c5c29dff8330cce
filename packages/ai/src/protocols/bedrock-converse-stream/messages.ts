import type {
  AssistantContent,
  ImageContent,
  Message,
  TextContent,
  ThinkingContent,
  ToolResultMessage,
} from "../../contract/messages.ts";
import type { Model } from "../../contract/model.ts";
import { portableToolCallId } from "../../handover/tool-call-id.ts";
import { transformMessages } from "../../handover/transform-messages.ts";

export type Block = Record<string, unknown>;
export interface ConverseMessage {
  role: "user" | "assistant";
  content: Block[];
}

/** Converts the conversation to Converse turns, which must alternate: adjacent messages of one role are joined. */
export function converseMessages(model: Model, messages: readonly Message[]): ConverseMessage[] {
  const turns: ConverseMessage[] = [];
  const add = (role: ConverseMessage["role"], content: Block[]) => {
    const last = turns.at(-1);
    if (content.length === 0) return;
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content });
  };
  for (const message of transformMessages(messages, model, (id) => portableToolCallId(id))) {
    if (message.role === "user") add("user", userBlocks(message.content, EMPTY_USER_MESSAGE));
    else if (message.role === "toolResult") add("user", [resultBlock(message)]);
    else if (message.role === "assistant")
      add(
        "assistant",
        message.content.flatMap((block) => answerBlock(block, model)),
      );
  }
  return turns;
}

/** Replaces a message without text: the API refuses an empty one, and leaving the turn out would join its neighbours. */
const EMPTY_USER_MESSAGE = "<empty>";

/** Returns the names of the tools called in a conversation, in the order of their first calls. */
export function calledTools(turns: readonly ConverseMessage[]): string[] {
  const names = turns.flatMap(({ content }) =>
    content.flatMap(({ toolUse }) => (toolUse ? [(toolUse as { name: string }).name] : [])),
  );
  return [...new Set(names)];
}

function userBlocks(content: string | readonly (TextContent | ImageContent)[], placeholder: string): Block[] {
  const blocks: readonly (TextContent | ImageContent)[] =
    typeof content === "string" ? [{ type: "text", text: content }] : content;
  const visible = blocks.filter((block) => block.type === "image" || block.text.trim() !== "");
  return visible.length > 0 ? visible.map(inputBlock) : [{ text: placeholder }];
}

function resultBlock(result: ToolResultMessage): Block {
  return {
    toolResult: {
      toolUseId: result.toolCallId,
      content: userBlocks(result.content, "(no output)"),
      status: result.isError ? "error" : "success",
    },
  };
}

function answerBlock(block: AssistantContent, model: Model): Block[] {
  if (block.type === "text") return block.text.trim() === "" ? [] : [{ text: block.text }];
  if (block.type === "thinking") return thinkingBlock(block, model);
  return [{ toolUse: { toolUseId: block.id, name: block.name, input: block.arguments } }];
}

/** Only Claude accepts its own thinking back, and only if it is signed. */
function thinkingBlock({ thinking, thinkingSignature: signature, redacted }: ThinkingContent, model: Model): Block[] {
  if (redacted && signature) return [{ reasoningContent: { redactedContent: signature } }];
  if (signature && isClaude(model)) return [{ reasoningContent: { reasoningText: { text: thinking, signature } } }];
  return thinking.trim() === "" ? [] : [{ text: thinking }];
}

function inputBlock(block: TextContent | ImageContent): Block {
  if (block.type === "text") return { text: block.text };
  const format = block.mimeType.replace("image/", "").replace("jpg", "jpeg");
  return { image: { format, source: { bytes: block.data } } };
}

export function isClaude(model: Model): boolean {
  return /claude/i.test(`${model.id} ${model.name}`);
}
