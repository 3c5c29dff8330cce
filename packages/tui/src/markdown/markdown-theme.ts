/** The style of text without Markdown markup. */
export interface DefaultTextStyle {
  color?: (text: string) => string;
  /** Fills the component up to its edges. */
  bgColor?: (text: string) => string;
  bold?: boolean;
  italic?: boolean;
  strikethrough?: boolean;
  underline?: boolean;
}

/** The style functions, one per element. */
export interface MarkdownTheme {
  heading: (text: string) => string;
  link: (text: string) => string;
  linkUrl: (text: string) => string;
  code: (text: string) => string;
  codeBlock: (text: string) => string;
  codeBlockBorder: (text: string) => string;
  quote: (text: string) => string;
  quoteBorder: (text: string) => string;
  hr: (text: string) => string;
  listBullet: (text: string) => string;
  bold: (text: string) => string;
  italic: (text: string) => string;
  strikethrough: (text: string) => string;
  underline: (text: string) => string;
  /** Returns one styled string per line of the code. */
  highlightCode?: (code: string, lang?: string) => string[];
  /** Written before each line of a code block. Default: two spaces. */
  codeBlockIndent?: string;
}

export interface MarkdownOptions {
  /** Keeps the numbers of a list as written instead of counting. */
  preserveOrderedListMarkers?: boolean;
  /** Keeps backslashes before punctuation. */
  preserveBackslashEscapes?: boolean;
  /** Turns line breaks within a paragraph into blanks, for text that was wrapped for reading. Default: they are kept, as typed. */
  joinLines?: boolean;
  /** Rewrites the source before it is parsed; receives the width available for content. */
  transform?: (markdown: string, availableWidth: number) => string;
  /** Shows simple LaTeX formulas as Unicode. Default: true. */
  renderLatex?: boolean;
  /** Returns whether Mermaid blocks are drawn as diagrams. Called at each drawing. Default: true. */
  drawDiagrams?: () => boolean;
}

export type Style = (text: string) => string;
