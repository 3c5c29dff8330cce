import type { UserMessage } from "@tau/ai";
import { Box, Image, stripTerminalSequences, Text } from "@tau/tui";
import type { SpokenView } from "../../plain/spoken-view.ts";
import { shownMarkdown } from "../shown-markdown.ts";
import type { ViewContext } from "../view-context.ts";

/** What the user said, on a background of its own, with the images that went along. */
export class UserMessageView extends Box implements SpokenView {
  readonly speaker = "You";
  private readonly message: UserMessage;
  private readonly context: ViewContext;
  private readonly text = new Text("", 0, 0);

  constructor(message: UserMessage, context: ViewContext) {
    super(context.look.outputPad, 0, (text) => context.theme.bg("userMessageBg", text));
    this.message = message;
    this.context = context;
    this.addChild(this.text);
    for (const image of this.images()) this.addChild(image);
    this.paint();
  }

  override invalidate(): void {
    super.invalidate();
    this.paint();
  }

  private paint(): void {
    const { theme } = this.context;
    const said = describe(this.message, this.context.look.showImages);
    const shown = shownMarkdown(said, this.context, { messageType: "user", isStreaming: false });
    const lines = stripTerminalSequences(shown).split("\n");
    const [mark, margin] = [theme.fg("accent", "› "), "  "];
    this.text.setText(
      lines.map((line, row) => (row === 0 ? mark : margin) + theme.fg("userMessageText", line)).join("\n"),
    );
  }

  private images(): Image[] {
    const { content } = this.message;
    if (typeof content === "string" || !this.context.look.showImages) return [];
    const look = {
      fallbackColor: (text: string) => this.context.theme.fg("muted", text),
      maxWidthCells: this.context.look.imageWidthCells,
    };
    return content.flatMap((block) => (block.type === "image" ? [new Image(block.data, block.mimeType, look)] : []));
  }
}

function describe({ content }: UserMessage, hasImages: boolean): string {
  if (typeof content === "string") return content;
  const texts = content.flatMap((block) => {
    if (block.type === "text") return [block.text];
    return hasImages ? [] : [`[image ${block.mimeType}]`];
  });
  return texts.join("\n");
}
