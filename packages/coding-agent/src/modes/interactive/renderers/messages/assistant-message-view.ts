import type { AssistantMessage } from "@tau/ai";
import { Container, Markdown, Spacer, Text } from "@tau/tui";
import type { ViewContext } from "../view-context.ts";

/** An answer while it grows and after: a view per text or thinking block; tool calls have views of their own. */
export class AssistantMessageView extends Container {
  private readonly blocks = new Map<number, Markdown>();
  private readonly context: ViewContext;

  constructor(context: ViewContext) {
    super();
    this.context = context;
  }

  /** Takes over the text of one block: all that changes with a delta. */
  updateBlock(message: AssistantMessage, index: number): void {
    const block = message.content[index];
    if (block?.type === "text") this.show(index, block.text);
    else if (block?.type === "thinking")
      this.show(index, block.redacted ? "*(hidden by the provider)*" : block.thinking, "thinking");
  }

  finish(message: AssistantMessage): void {
    for (const index of message.content.keys()) this.updateBlock(message, index);
    const { theme } = this.context;
    if (message.stopReason === "error") this.note(theme.fg("error", message.errorMessage ?? "The request failed."));
    if (message.stopReason === "aborted") this.note(theme.fg("warning", "Stopped."));
    if (message.stopReason === "length") this.note(theme.fg("warning", "The answer was cut off at the model's limit."));
  }

  private show(index: number, text: string, kind: "text" | "thinking" = "text"): void {
    if (text.trim() === "") return;
    const known = this.blocks.get(index);
    if (known) {
      known.setText(text);
      return;
    }
    const { theme, markdown } = this.context;
    const style =
      kind === "thinking" ? { color: (part: string) => theme.fg("thinkingText", part), italic: true } : undefined;
    const view = new Markdown(text, 1, 0, markdown, style);
    this.blocks.set(index, view);
    this.addChild(new Spacer(1));
    this.addChild(view);
  }

  private note(text: string): void {
    this.addChild(new Spacer(1));
    this.addChild(new Text(text, 1, 0));
  }
}
