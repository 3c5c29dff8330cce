import { type Component, stripTerminalSequences, wrapTextWithAnsi } from "@tau/tui";
import { hiddenNote } from "./clip-lines.ts";
import { GrowingText } from "./growing-text.ts";
import type { ToolRow } from "./tool-renderer.ts";

export interface CodeContent {
  readonly text: string;
  readonly language: string | undefined;
  /** The number of lines shown if not expanded. */
  readonly lines: number;
  /** `end` for a text that is streaming, so that the user sees the newest part. */
  readonly from: "start" | "end";
}

/** Highlighted code, or the part of it that fits. Only visible lines are coloured and laid out. */
export class CodePreview implements Component {
  private readonly text = new GrowingText();
  private shown: { readonly content: CodeContent; readonly row: ToolRow } | undefined;
  private drawn: { readonly width: number; readonly lines: string[] } | undefined;

  update(content: CodeContent, row: ToolRow): void {
    this.text.update(content.text);
    this.shown = { content, row };
    this.drawn = undefined;
  }

  get lineCount(): number {
    return this.text.lineCount;
  }

  invalidate(): void {
    this.drawn = undefined;
  }

  render(width: number): string[] {
    if (this.drawn?.width !== width) this.drawn = { width, lines: this.draw(width) };
    return this.drawn.lines;
  }

  private draw(width: number): string[] {
    if (!this.shown || this.lineCount === 0) return [];
    const { content, row } = this.shown;
    const { theme, highlighter, expanded } = row;
    const code = this.visibleLines(content, expanded).map(visible);
    const painted = highlighter.paint(code, {
      language: content.language,
      plain: "toolOutput",
      onReady: () => row.invalidate(),
    });
    const rows = painted.flatMap((line) => wrapTextWithAnsi(line, width));
    const hidden = this.lineCount - code.length;
    if (hidden <= 0) return rows;
    const note = wrapTextWithAnsi(theme.fg("dim", hiddenNote(hidden, "line")), width);
    return content.from === "start" ? [...rows, ...note] : [...note, ...rows];
  }

  private visibleLines({ lines, from }: CodeContent, expanded: boolean): string[] {
    if (expanded) return this.text.all();
    return from === "start" ? this.text.head(lines) : this.text.tail(lines);
  }
}

function visible(line: string): string {
  return stripTerminalSequences(line).replaceAll("\t", "    ").replaceAll("\n", " ");
}
