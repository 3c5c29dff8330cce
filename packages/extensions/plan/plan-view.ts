import type { Theme } from "@tau/coding-agent";
import { type Component, Markdown, type MarkdownTheme, neutralizeLine, Text } from "@tau/tui";
import { type Plan, planBody } from "./plan-file.ts";

/** Draws a plan while the model writes it, since the user decides on it. */
export class PlanView implements Component {
  /** The view is made anew for another theme. */
  readonly theme: Theme;
  private readonly head = new Text("", 0, 0);
  private readonly body: Markdown;

  constructor(theme: Theme) {
    this.theme = theme;
    this.body = new Markdown("", 0, 0, markdownTheme(theme));
  }

  update({ title = "", plan = "", steps = [] }: Partial<Plan>): void {
    const { theme } = this;
    this.head.setText(`${theme.fg("toolTitle", theme.bold("plan"))} ${neutralizeLine(title)}`);
    this.body.setText(steps.length === 0 ? plan.trim() : planBody({ plan, steps }));
  }

  render(width: number): string[] {
    return [...this.head.render(width), "", ...this.body.render(width)];
  }

  invalidate(): void {
    this.head.invalidate();
    this.body.invalidate();
  }
}

function markdownTheme(theme: Theme): MarkdownTheme {
  const colour = (name: Parameters<Theme["fg"]>[0]) => (text: string) => theme.fg(name, text);
  return {
    ...{ heading: colour("mdHeading"), link: colour("mdLink"), linkUrl: colour("mdLinkUrl") },
    ...{ code: colour("mdCode"), codeBlock: colour("mdCodeBlock"), codeBlockBorder: colour("mdCodeBlockBorder") },
    ...{ quote: colour("mdQuote"), quoteBorder: colour("mdQuoteBorder"), hr: colour("mdHr") },
    listBullet: colour("mdListBullet"),
    bold: (text) => theme.bold(text),
    italic: (text) => theme.italic(text),
    strikethrough: (text) => theme.strikethrough(text),
    underline: (text) => theme.underline(text),
  };
}
