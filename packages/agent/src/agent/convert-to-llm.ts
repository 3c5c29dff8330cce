import type { Message } from "@tau/ai";
import { attachmentsToContent, hasAttachments } from "../attachments/attachment.ts";
import type { AgentMessage } from "../contract/messages.ts";

const MODEL_ROLES: ReadonlySet<string> = new Set<Message["role"]>(["system", "user", "assistant", "toolResult"]);

/** Keeps the roles that a model understands and drops the application's own. Attachments become content blocks. */
export function defaultConvertToLlm(messages: AgentMessage[]): Message[] {
  return messages
    .filter((message): message is Message => MODEL_ROLES.has(message.role))
    .map((message) => (hasAttachments(message) ? attachmentsToContent(message) : message));
}
