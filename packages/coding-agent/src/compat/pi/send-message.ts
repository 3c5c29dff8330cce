import type { CustomMessage } from "@tau/agent";
import { contentText, type ImageContent, type TextContent } from "@tau/ai";
import type {
  CustomMessageDraft,
  SendMessageOptions,
  SendUserMessageOptions,
} from "../../core/extensions/contract/index.ts";
import type { Session } from "../../core/session/session.ts";

export type UserContent = string | (TextContent | ImageContent)[];

/** Sends a message of the program: adds it to the session, delivers it within a run, or starts a run with it. */
export async function sendCustomMessage(
  session: Session,
  draft: CustomMessageDraft,
  { deliverAs = "steer", triggerTurn }: SendMessageOptions = {},
): Promise<void> {
  const message: CustomMessage = { role: "custom", ...draft, timestamp: Date.now() };
  const { agent, isIdle } = session;
  if (!isIdle && deliverAs === "followUp") agent.followUp(message);
  else if (!isIdle && deliverAs === "steer") agent.steer(message);
  else if (isIdle && triggerTurn && deliverAs !== "nextTurn") await session.runMessage(message);
  else session.appendCustomMessage(message);
}

/** Sends a prompt as the user. */
export async function sendUserMessage(
  session: Session,
  content: UserContent,
  { deliverAs, expandPromptTemplates = false }: SendUserMessageOptions = {},
): Promise<void> {
  const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  const images = blocks.filter((block) => block.type === "image");
  const streaming = deliverAs ? { streamingBehavior: deliverAs } : {};
  await session.prompt(contentText(blocks), { images, source: "extension", expandPromptTemplates, ...streaming });
}
