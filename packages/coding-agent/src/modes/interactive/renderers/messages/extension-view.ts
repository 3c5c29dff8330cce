import type { CustomEntry, CustomMessage } from "@tau/agent";
import { contentText } from "@tau/ai";
import { Box, type Component, Container, Markdown, Text } from "@tau/tui";
import { keyHint, keyText } from "../../keys/key-text.ts";
import { GuardedView } from "../tools/guarded-view.ts";
import type { ViewContext } from "../view-context.ts";

/** Something of an extension's in the conversation, drawn as the extension wants it to be seen, again whenever the look changes. */
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

  /** What the extension draws; it may throw. */
  protected abstract byExtension(): Component | undefined;

  /** What is shown where it draws nothing. */
  protected abstract usual(): Component | undefined;
}

/** What an extension remembers. The model does not know it. */
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

/** What an extension put into the conversation. */
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

  /** Under the name of its kind. */
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
