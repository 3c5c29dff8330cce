/** How text looks that Markdown does not mark up. */
export interface DefaultTextStyle {
  color?: (text: string) => string;
  /** Reaches to the edges of the component. */
  bgColor?: (text: string) => string;
  bold?: boolean;
  italic?: boolean;
  strikethrough?: boolean;
  underline?: boolean;
}

/** One function per element: it takes text and returns it styled. */
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
  /** One styled string per line of the code. */
  highlightCode?: (code: string, lang?: string) => string[];
  /** Before each line of a code block. Default: two spaces. */
  codeBlockIndent?: string;
}

export interface MarkdownOptions {
  /** Keeps the numbers of a list as written instead of counting. */
  preserveOrderedListMarkers?: boolean;
  /** Keeps backslashes before punctuation. */
  preserveBackslashEscapes?: boolean;
  /** Line breaks within a paragraph are blanks, as in texts that are wrapped for reading. Default: they are kept, as whoever types means them. */
  joinLines?: boolean;
  /** Rewrites the source before it is parsed; gets the width that content will have. */
  transform?: (markdown: string, availableWidth: number) => string;
  /** Shows simple LaTeX formulas as Unicode. Default: true. */
  renderLatex?: boolean;
  /** Whether Mermaid blocks are drawn as diagrams; asked at each drawing. Default: true. */
  drawDiagrams?: () => boolean;
}

export type Style = (text: string) => string;
