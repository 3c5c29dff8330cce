import type { ImageContent, UserMessage } from "@tau/ai";

export function userMessage(text: string, images: readonly ImageContent[], timestamp: number): UserMessage {
  const said = text === "" ? [] : [{ type: "text" as const, text }];
  const content = images.length === 0 ? text : [...said, ...images];
  return { role: "user", content, timestamp };
}
