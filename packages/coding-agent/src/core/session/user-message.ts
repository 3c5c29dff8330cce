import type { ImageContent, UserMessage } from "@tau/ai";

export function userMessage(text: string, images: readonly ImageContent[] = []): UserMessage {
  const content = images.length === 0 ? text : [{ type: "text" as const, text }, ...images];
  return { role: "user", content, timestamp: Date.now() };
}
