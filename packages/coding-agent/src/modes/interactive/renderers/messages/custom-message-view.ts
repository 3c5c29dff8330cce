import type { CustomMessage } from "@tau/agent";
import { contentText } from "@tau/ai";
import { Box, type Component, Container, Markdown, Text } from "@tau/tui";
import { keyHint, keyText } from "../../keys/key-text.ts";
import { GuardedView } from "../tools/guarded-view.ts";
import type { ViewContext } from "../view-context.ts";

/** What an extension put into the conversation: drawn by the extension, or under the name of its kind. */
export class CustomMessageView extends Container {
  private readonly message: CustomMessage;
  private readonly context: ViewContext;
  private readonly view = new GuardedView();

  constructor(message: CustomMessage, context: ViewContext) {
    super();
    this.message = message;
    this.context = context;
    this.addChild(this.view);
    this.build();
  }

  override invalidate(): void {
    this.build();
    super.invalidate();
  }

  private build(): void {
    const { theme, expanded, extensions, look } = this.context;
    const render = extensions?.getMessageRenderer(this.message.customType);
    const options = { expanded, outputPad: look.outputPad, keyText, keyHint };
    this.view.update(
      () => render?.(this.message, options, theme),
      () => this.usual(),
    );
  }

  private usual(): Component {
    const { context, message } = this;
    const { theme, markdown } = context;
    const box = new Box(context.look.outputPad, 0, (line) => context.theme.bg("customMessageBg", line));
    const color = (text: string) => context.theme.fg("customMessageText", text);
    box.addChild(new Text(theme.fg("customMessageLabel", theme.bold(message.customType)), 0, 0));
    box.addChild(new Markdown(contentText(message.content), 0, 0, markdown, { color }));
    return box;
  }
}
