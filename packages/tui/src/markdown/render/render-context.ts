import type { DefaultTextStyle, MarkdownOptions, MarkdownTheme, Style } from "../markdown-theme.ts";

/** The context that every block renderer needs. */
export interface RenderContext {
  readonly theme: MarkdownTheme;
  readonly options: MarkdownOptions;
  /** The style of plain text outside any element. */
  readonly base: Style;
}

/** Adds the surroundings of a line. The first line of a list item gets the bullet. */
export type Finish = (line: string, place: Place) => string;
export type Place = "first" | "other";

/** The area in which a growing block is drawn. */
export interface Canvas {
  /** The number of columns for the block. */
  readonly width: number;
  readonly context: RenderContext;
  /** The style of the surrounding text. */
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
