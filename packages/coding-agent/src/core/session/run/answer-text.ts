import type { AssistantMessage } from "@tau/ai";

/** Returns the text of an answer, without thinking and tool calls. */
export function answerText(message: AssistantMessage): string {
  return message.content.flatMap((block) => (block.type === "text" && block.text ? [block.text] : [])).join("\n");
}
