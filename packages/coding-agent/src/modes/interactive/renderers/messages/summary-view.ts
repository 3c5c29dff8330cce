import { Box, Markdown, Text } from "@tau/tui";
import { keyText } from "../../keys/key-text.ts";
import type { ViewContext } from "../view-context.ts";

/** A summary: one line, or the whole text if expanded. */
export class SummaryView extends Box {
  private readonly label: string;
  private readonly body: string;
  private readonly context: ViewContext;

  constructor(label: string, body: string, context: ViewContext) {
    super(context.look.outputPad, 0, (line) => context.theme.bg("customMessageBg", line));
    this.label = label;
    this.body = body;
    this.context = context;
    this.build();
  }

  override invalidate(): void {
    super.invalidate();
    this.build();
  }

  private build(): void {
    const { theme, expanded, markdown } = this.context;
    this.clear();
    const more = expanded ? "" : theme.fg("dim", ` (${keyText("app.tools.expand")} shows it)`);
    this.addChild(new Text(theme.fg("customMessageLabel", this.label) + more, 0, 0));
    const color = (text: string) => this.context.theme.fg("customMessageText", text);
    if (expanded) this.addChild(new Markdown(this.body, 0, 0, markdown, { color }));
  }
}
