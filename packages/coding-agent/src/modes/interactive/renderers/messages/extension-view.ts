import type { CustomEntry, CustomMessage } from "@tau/agent";
import { contentText } from "@tau/ai";
import { Box, type Component, Container, Markdown, Text } from "@tau/tui";
import { keyHint, keyText } from "../../keys/key-text.ts";
import { GuardedView } from "../tools/guarded-view.ts";
import type { ViewContext } from "../view-context.ts";

/** An extension's part of the conversation, drawn by the extension. Drawn again whenever the look changes. */
abstract class ExtensionView extends Container {
  protected readonly context: ViewContext;
  private readonly view = new GuardedView();

  constructor(context: ViewContext) {
    super();
    this.context = context;
    this.addChild(this.view);
  }

  override invalidate(): void {
    this.build();
    super.invalidate();
  }

  protected build(): void {
    this.view.update(
      () => this.byExtension(),
      () => this.usual(),
    );
  }

  /** Returns what the extension draws. May throw. */
  protected abstract byExtension(): Component | undefined;

  /** Returns what is shown if the extension draws nothing. */
  protected abstract usual(): Component | undefined;
}

/** An entry that an extension stored. The model does not see it. */
export class CustomEntryView extends ExtensionView {
  private readonly entry: CustomEntry;

  constructor(entry: CustomEntry, context: ViewContext) {
    super(context);
    this.entry = entry;
    this.build();
  }

  protected byExtension(): Component | undefined {
    const { theme, expanded, extensions } = this.context;
    const render = extensions?.getEntryRenderer(this.entry.customType);
    return render?.(this.entry, { expanded, keyText, keyHint }, theme);
  }

  protected usual(): undefined {
    return undefined;
  }
}

/** A message that an extension added to the conversation. */
export class CustomMessageView extends ExtensionView {
  private readonly message: CustomMessage;
  private readonly text: string;

  constructor(message: CustomMessage, context: ViewContext, text: string = contentText(message.content)) {
    super(context);
    this.message = message;
    this.text = text;
    this.build();
  }

  protected byExtension(): Component | undefined {
    const { theme, expanded, extensions, look } = this.context;
    const render = extensions?.getMessageRenderer(this.message.customType);
    return render?.(this.message, { expanded, outputPad: look.outputPad, keyText, keyHint }, theme);
  }

  /** Shows the message with its type as the heading. */
  protected usual(): Component {
    const { context, message } = this;
    const { theme, markdown } = context;
    const box = new Box(context.look.outputPad, 0, (line) => context.theme.bg("customMessageBg", line));
    const color = (text: string) => context.theme.fg("customMessageText", text);
    box.addChild(new Text(theme.fg("customMessageLabel", theme.bold(message.customType)), 0, 0));
    box.addChild(new Markdown(this.text, 0, 0, markdown, { color }));
    return box;
  }
}
