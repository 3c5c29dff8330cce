import type { ImageContent } from "@tau/ai";
import type { Attachment, UserMessageWithAttachments } from "../attachments/attachment.ts";
import type { AgentMessage } from "../contract/messages.ts";

/** What a prompt adds to the transcript, in whichever form it was given. */
export function promptMessages(
  input: string | AgentMessage | AgentMessage[],
  extras: readonly (ImageContent | Attachment)[],
  now: () => number,
): AgentMessage[] {
  if (Array.isArray(input)) return input;
  if (typeof input !== "string") return [input];
  const images = extras.filter((extra): extra is ImageContent => "data" in extra);
  const attachments = extras.filter((extra): extra is Attachment => "fileName" in extra);
  const message: UserMessageWithAttachments = {
    role: "user",
    content: [{ type: "text", text: input }, ...images],
    timestamp: now(),
  };
  if (attachments.length > 0) message.attachments = attachments;
  return [message];
}
