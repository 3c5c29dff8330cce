import type { Component } from "../component.ts";
import { fitPadding } from "../components/padding.ts";
import { applyBackgroundToLine, ContinuedText, neutralize } from "../text/index.ts";
import { BlocksDrawing } from "./draw/draw-blocks.ts";
import { BlockStream } from "./growing/block-stream.ts";
import type { DefaultTextStyle, MarkdownOptions, MarkdownTheme } from "./markdown-theme.ts";
import { createContext, type RenderContext } from "./render/render-context.ts";

/** Renders Markdown as styled lines. Made for streaming text: only the block at the end is parsed and drawn again. */
export class Markdown implements Component {
  private readonly paddingX: number;
  private readonly paddingY: number;
  private readonly options: MarkdownOptions;
  /** Extensions read these two to draw another text in the same way. */
  readonly theme: MarkdownTheme;
  readonly defaultTextStyle: DefaultTextStyle | undefined;
  private readonly background: ((text: string) => string) | undefined;
  private readonly context: RenderContext;
  private readonly blocks: BlockStream;
  private readonly intake = new ContinuedText(neutralize);
  /** The text as given. Its sanitized part has gone to the stream and is not processed again. */
  private text = "";
  /** The drawing for `width`. */
  private drawing: BlocksDrawing | undefined;
  private width = 0;
  private isStale = true;
  private lines: string[] = [];

  constructor(
    text: string,
    paddingX: number,
    paddingY: number,
    theme: MarkdownTheme,
    defaultTextStyle?: DefaultTextStyle,
    options: MarkdownOptions = {},
  ) {
    this.paddingX = paddingX;
    this.paddingY = paddingY;
    this.options = options;
    this.theme = theme;
    this.defaultTextStyle = defaultTextStyle;
    this.background = defaultTextStyle?.bgColor;
    this.context = createContext(theme, options, defaultTextStyle);
    this.blocks = new BlockStream({ latex: options.renderLatex ?? true });
    this.setText(text);
  }

  setText(text: string): void {
    if (text === this.text) return;
    const delta = addition(this.text, text);
    this.text = text;
    this.isStale = true;
    if (this.options.transform) return;
    if (delta === undefined) this.intake.reset();
    const added = this.intake.push(delta ?? text);
    if (delta === undefined) this.blocks.reset(added);
    else this.blocks.append(added);
  }

  /** Appends a delta of a stream, so that the caller need not pass the whole text each time. */
  appendText(delta: string): void {
    if (delta === "") return;
    this.text += delta;
    this.isStale = true;
    if (!this.options.transform) this.blocks.append(this.intake.push(delta));
  }

  invalidate(): void {
    this.drawing = undefined;
    this.isStale = true;
  }

  render(width: number): string[] {
    if (!this.isStale && width === this.width) return this.lines;
    if (width !== this.width) this.drawing = undefined;
    this.width = width;
    const { transform } = this.options;
    if (transform) this.blocks.reset(transform(neutralize(this.text), fitPadding(width, this.paddingX).contentWidth));
    this.isStale = false;
    this.lines = this.draw(width);
    return this.lines;
  }

  private draw(width: number): string[] {
    this.drawing ??= new BlocksDrawing(this.blocks, {
      width: fitPadding(width, this.paddingX).contentWidth,
      context: this.context,
      style: this.context.base,
      finish: (line) => this.finish(line, width),
    });
    const [first = [], ...rest] = this.drawing.render();
    const content = first.concat(...rest);
    if (content.length === 0 || this.paddingY === 0) return content;
    const vertical = Array.from({ length: this.paddingY }, () => this.finish("", width));
    return vertical.concat(content, vertical);
  }

  private finish(line: string, width: number): string {
    const { padding } = fitPadding(width, this.paddingX);
    const padded = line === "" ? line : " ".repeat(padding) + line;
    return this.background ? applyBackgroundToLine(padded, width, this.background) : padded;
  }
}

/** Returns the text that `text` adds to the end of `before`, or undefined if it does not begin with `before`. */
function addition(before: string, text: string): string | undefined {
  // Comparing slices is a single memory comparison; `startsWith` compares character by character.
  return text.slice(0, before.length) === before ? text.slice(before.length) : undefined;
}
