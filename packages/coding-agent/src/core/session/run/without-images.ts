import type { Context, ImageContent, Message, TextContent } from "@tau/ai";

const PLACEHOLDER: TextContent = { type: "text", text: "[An image was left out: the user's settings block images.]" };

/** Returns the conversation with a placeholder text for each image. */
export function withoutImages(context: Context): Context {
  return { ...context, messages: context.messages.map(withoutImagesIn) };
}

function withoutImagesIn(message: Message): Message {
  if (message.role === "assistant" || typeof message.content === "string") return message;
  if (!message.content.some(isImage)) return message;
  return { ...message, content: message.content.map((block) => (isImage(block) ? PLACEHOLDER : block)) } as Message;
}

function isImage(block: { readonly type: string }): block is ImageContent {
  return block.type === "image";
}
