// The parser, for components that draw Markdown their own way.
export { Marked, type Token, type Tokens } from "marked";
export { type RenderLatexOptions, renderLatex } from "./latex/index.ts";
export { Markdown } from "./markdown.ts";
export type { DefaultTextStyle, MarkdownOptions, MarkdownTheme } from "./markdown-theme.ts";
