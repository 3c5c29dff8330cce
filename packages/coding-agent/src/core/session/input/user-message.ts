import type { ImageContent, UserMessage } from "@tau/ai";

/**
 * Creates a user message. The content is always a list of blocks, even for plain text,
 * because programs and extensions written for pi expect a list.
 */
export function userMessage(text: string, images: readonly ImageContent[], timestamp: number): UserMessage {
  const said = text === "" && images.length > 0 ? [] : [{ type: "text" as const, text }];
  return { role: "user", content: [...said, ...images], timestamp };
}
