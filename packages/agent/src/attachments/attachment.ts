import type { ImageContent, Message, TextContent, UserMessage } from "@tau/ai";

/** A file a user hands over with a message. What is inside a document is read by whoever loads it. */
export interface Attachment {
  id: string;
  type: "image" | "document";
  fileName: string;
  mimeType: string;
  /** In bytes. */
  size: number;
  /** Base64 without a `data:` prefix. */
  content: string;
  /** The text of a document; without it a model sees nothing of it. */
  extractedText?: string;
  /** A picture for the screen, base64. */
  preview?: string;
}

export type UserMessageWithAttachments = UserMessage & { attachments?: Attachment[] };

export function hasAttachments(message: Message): message is UserMessageWithAttachments {
  return message.role === "user" && "attachments" in message;
}

/** The message as a model takes it: each attachment a content block after the text, and no `attachments`. */
export function attachmentsToContent(message: UserMessageWithAttachments): UserMessage {
  const { attachments, ...plain } = message;
  const blocks = (attachments ?? []).flatMap(toBlocks);
  if (blocks.length === 0) return plain;
  const own: (TextContent | ImageContent)[] =
    typeof plain.content === "string" ? [{ type: "text", text: plain.content }] : plain.content;
  return { ...plain, content: [...own, ...blocks] };
}

function toBlocks(attachment: Attachment): (TextContent | ImageContent)[] {
  if (attachment.type === "image") {
    return [{ type: "image", data: attachment.content, mimeType: attachment.mimeType }];
  }
  return attachment.extractedText ? [{ type: "text", text: attachment.extractedText }] : [];
}
