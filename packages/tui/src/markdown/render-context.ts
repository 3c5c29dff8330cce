import type { DefaultTextStyle, MarkdownOptions, MarkdownTheme, Style } from "./markdown-theme.ts";
import type { TableRow } from "./parse/tokens.ts";

/** What every renderer of a block needs. */
export interface RenderContext {
  readonly theme: MarkdownTheme;
  readonly options: MarkdownOptions;
  /** The style of text that no element marks up. */
  readonly base: Style;
  /** Rows of tables as they were drawn, so that a table that grows is drawn row by row. */
  drawnRows: WeakMap<TableRow, DrawnRow>;
}

export interface DrawnRow {
  readonly style: Style;
  readonly cells: readonly string[];
  /** What each cell takes if it is not wrapped. */
  readonly natural: readonly number[];
  /** The lines for a certain shape of the table. */
  lines?: { readonly shape: string; readonly lines: readonly string[] };
}

export function createContext(
  theme: MarkdownTheme,
  options: MarkdownOptions,
  defaultStyle: DefaultTextStyle | undefined,
): RenderContext {
  return { theme, options, base: baseStyle(theme, defaultStyle ?? {}), drawnRows: new WeakMap() };
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
