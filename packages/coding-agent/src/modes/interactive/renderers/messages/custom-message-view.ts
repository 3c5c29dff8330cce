import type { CustomMessage } from "@tau/agent";
import { contentText } from "@tau/ai";
import { Box, Markdown, Text } from "@tau/tui";
import type { ViewContext } from "../view-context.ts";

/** What an extension put into the conversation, under the name of its kind. */
export class CustomMessageView extends Box {
  private readonly message: CustomMessage;
  private readonly context: ViewContext;
  private readonly label = new Text("", 0, 0);

  constructor(message: CustomMessage, context: ViewContext) {
    super(1, 0, (line) => context.theme.bg("customMessageBg", line));
    this.message = message;
    this.context = context;
    const color = (text: string) => context.theme.fg("customMessageText", text);
    this.addChild(this.label);
    this.addChild(new Markdown(contentText(message.content), 0, 0, context.markdown, { color }));
    this.paint();
  }

  override invalidate(): void {
    super.invalidate();
    this.paint();
  }

  private paint(): void {
    const { theme } = this.context;
    this.label.setText(theme.fg("customMessageLabel", theme.bold(this.message.customType)));
  }
}
