import type { DefaultTextStyle, MarkdownOptions, MarkdownTheme, Style } from "./markdown-theme.ts";

/** What every renderer of a block needs. */
export interface RenderContext {
  readonly theme: MarkdownTheme;
  readonly options: MarkdownOptions;
  /** The style of text that no element marks up. */
  readonly base: Style;
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
