import type { ImageContent, UserMessage } from "@tau/ai";

/** A list of blocks also for a text alone: programs and extensions written for pi read it as one. */
export function userMessage(text: string, images: readonly ImageContent[], timestamp: number): UserMessage {
  const said = text === "" && images.length > 0 ? [] : [{ type: "text" as const, text }];
  return { role: "user", content: [...said, ...images], timestamp };
}
