import type { AssistantMessage } from "@tau/ai";

/** What an answer says, without its thinking and its tool calls. */
export function answerText(message: AssistantMessage): string {
  return message.content.flatMap((block) => (block.type === "text" && block.text ? [block.text] : [])).join("\n");
}
