import type { CustomMessage } from "@tau/agent";
import { contentText, type ImageContent, type TextContent } from "@tau/ai";
import type {
  CustomMessageDraft,
  SendMessageOptions,
  SendUserMessageOptions,
} from "../../core/extensions/contract/index.ts";
import type { Session } from "../../core/session/session.ts";

export type UserContent = string | (TextContent | ImageContent)[];

/** A message of the program itself: kept, delivered within a run, or the start of one. */
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

/** A prompt in the user's name. */
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
