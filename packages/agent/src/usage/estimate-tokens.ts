import type { Attachment } from "../attachments/attachment.ts";
import type { AgentMessage } from "../contract/messages.ts";

const CHARACTERS_PER_TOKEN = 4;
const IMAGE_CHARACTERS = 4800;

/** Fields with text for the model in messages of all roles, including the application's own. */
const TEXT_FIELDS = ["summary", "command", "output", "text"] as const;

/** Estimates without a tokenizer: four characters per token, 1200 tokens per image. Rounds up per message. */
export function estimateTokens(message: AgentMessage): number {
  return Math.ceil(messageCharacters(message) / CHARACTERS_PER_TOKEN);
}

export function estimateTextTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

function messageCharacters(message: object): number {
  let characters = "content" in message ? contentCharacters(message.content) : 0;
  if ("attachments" in message && Array.isArray(message.attachments)) {
    characters += message.attachments.reduce((sum: number, each: Attachment) => sum + attachmentCharacters(each), 0);
  }
  for (const field of TEXT_FIELDS) characters += textLength((message as Record<string, unknown>)[field]);
  return characters;
}

function attachmentCharacters(attachment: Attachment): number {
  return attachment.type === "image" ? IMAGE_CHARACTERS : textLength(attachment.extractedText);
}

function contentCharacters(content: unknown): number {
  if (!Array.isArray(content)) return textLength(content);
  return content.reduce((sum: number, block: unknown) => sum + blockCharacters(block), 0);
}

function blockCharacters(block: unknown): number {
  if (typeof block !== "object" || block === null || !("type" in block)) return 0;
  if (block.type === "image") return IMAGE_CHARACTERS;
  if (block.type === "text" && "text" in block) return textLength(block.text);
  if (block.type === "thinking" && "thinking" in block) return textLength(block.thinking);
  if (block.type === "toolCall" && "name" in block && "arguments" in block) {
    return textLength(block.name) + JSON.stringify(block.arguments).length;
  }
  return 0;
}

function textLength(value: unknown): number {
  return typeof value === "string" ? value.length : 0;
}
