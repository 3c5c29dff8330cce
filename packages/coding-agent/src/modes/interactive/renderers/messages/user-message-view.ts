import type { UserMessage } from "@tau/ai";
import { Box, Text } from "@tau/tui";
import type { SpokenView } from "../../plain/spoken-view.ts";
import type { ViewContext } from "../view-context.ts";

/** What the user said, on a background of its own. */
export class UserMessageView extends Box implements SpokenView {
  readonly speaker = "You";
  private readonly message: UserMessage;
  private readonly context: ViewContext;
  private readonly text = new Text("", 0, 0);

  constructor(message: UserMessage, context: ViewContext) {
    super(1, 1, (text) => context.theme.bg("userMessageBg", text));
    this.message = message;
    this.context = context;
    this.addChild(this.text);
    this.paint();
  }

  override invalidate(): void {
    super.invalidate();
    this.paint();
  }

  private paint(): void {
    this.text.setText(this.context.theme.fg("userMessageText", describe(this.message)));
  }
}

function describe({ content }: UserMessage): string {
  if (typeof content === "string") return content;
  return content.map((block) => (block.type === "text" ? block.text : `[image ${block.mimeType}]`)).join("\n");
}
