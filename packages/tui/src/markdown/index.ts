export { type RenderLatexOptions, renderLatex } from "./latex/index.ts";
export { Markdown } from "./markdown.ts";
export type { DefaultTextStyle, MarkdownOptions, MarkdownTheme } from "./markdown-theme.ts";
