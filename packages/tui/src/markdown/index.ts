export type { Token, Tokens } from "marked";
export { type RenderLatexOptions, renderLatex } from "./latex/index.ts";
export { Markdown } from "./markdown.ts";
export type { DefaultTextStyle, MarkdownOptions, MarkdownTheme } from "./markdown-theme.ts";
export { Marked } from "./marked.ts";
export { type DiagramSpacing, drawMermaid } from "./mermaid/index.ts";
export type { BlockToken, InlineToken, ListItem, TableToken } from "./parse/tokens.ts";
export { parseMarkdown } from "./parse-markdown.ts";
