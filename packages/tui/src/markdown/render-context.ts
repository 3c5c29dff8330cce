import type { DefaultTextStyle, MarkdownOptions, MarkdownTheme, Style } from "./markdown-theme.ts";

/** What every renderer of a block needs. */
export interface RenderContext {
  readonly theme: MarkdownTheme;
  readonly options: MarkdownOptions;
  /** The style of text that no element marks up. */
  readonly base: Style;
}

/** What stands around a line; the first line of a list item is the one with the bullet. */
export type Finish = (line: string, place: Place) => string;
export type Place = "first" | "other";

/** Where a block that grows is drawn. */
export interface Canvas {
  /** Columns for the block. */
  readonly width: number;
  readonly context: RenderContext;
  /** The style of the text around. */
  readonly style: Style;
  readonly finish: Finish;
}

export function createContext(
  theme: MarkdownTheme,
  options: MarkdownOptions,
  defaultStyle: DefaultTextStyle | undefined,
): RenderContext {
  return { theme, options, base: baseStyle(theme, defaultStyle ?? {}) };
}

function baseStyle(theme: MarkdownTheme, style: DefaultTextStyle): Style {
  const layers = [
    style.color,
    style.bold ? theme.bold : undefined,
    style.italic ? theme.italic : undefined,
    style.strikethrough ? theme.strikethrough : undefined,
    style.underline ? theme.underline : undefined,
  ].filter((layer) => layer !== undefined);
  return (text) => layers.reduce((styled, layer) => layer(styled), text);
}
