import type { Message } from "@tau/ai";
import { attachmentsToContent, hasAttachments } from "../attachments/attachment.ts";
import type { AgentMessage } from "../contract/messages.ts";

const MODEL_ROLES: ReadonlySet<string> = new Set<Message["role"]>(["system", "user", "assistant", "toolResult"]);

/** Keeps what a model understands, with attachments as content blocks, and leaves the application's own roles out. */
export function defaultConvertToLlm(messages: AgentMessage[]): Message[] {
  return messages
    .filter((message): message is Message => MODEL_ROLES.has(message.role))
    .map((message) => (hasAttachments(message) ? attachmentsToContent(message) : message));
}
