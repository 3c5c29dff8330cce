import type { UserMessage } from "@tau/ai";
import { Box, Text } from "@tau/tui";
import type { ViewContext } from "../view-context.ts";

/** What the user said, on a background of its own. */
export class UserMessageView extends Box {
  constructor(message: UserMessage, { theme }: ViewContext) {
    super(1, 1, (text) => theme.bg("userMessageBg", text));
    this.addChild(new Text(theme.fg("userMessageText", describe(message)), 0, 0));
  }
}

function describe({ content }: UserMessage): string {
  if (typeof content === "string") return content;
  return content.map((block) => (block.type === "text" ? block.text : `[image ${block.mimeType}]`)).join("\n");
}
