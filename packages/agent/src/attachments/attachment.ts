import type { ImageContent, Message, TextContent, UserMessage } from "@tau/ai";

/** A file that the user attaches to a message. The loader of the file extracts the text of a document. */
export interface Attachment {
  id: string;
  type: "image" | "document";
  fileName: string;
  mimeType: string;
  /** In bytes. */
  size: number;
  /** Base64 without a `data:` prefix. */
  content: string;
  /** The text of a document. Without it the model sees nothing of the document. */
  extractedText?: string;
  /** A preview image for the screen, base64. */
  preview?: string;
}

export type UserMessageWithAttachments = UserMessage & { attachments?: Attachment[] };

export function hasAttachments(message: Message): message is UserMessageWithAttachments {
  return message.role === "user" && "attachments" in message;
}

/** Returns the message in the form for the model: each attachment is a content block after the text, and `attachments` is gone. */
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
