/** A block of a document. The `raw` of the blocks of a source, joined, are the source. */
export type BlockToken =
  | { type: "space"; raw: string }
  | { type: "heading"; raw: string; depth: number; tokens: InlineToken[] }
  | { type: "paragraph"; raw: string; tokens: InlineToken[] }
  | { type: "code"; raw: string; text: string; lang: string }
  | QuoteToken
  | ListToken
  | TableToken
  | { type: "hr"; raw: string }
  | { type: "html"; raw: string }
  | { type: "definition"; raw: string; label: string; href: string };

export interface QuoteToken {
  type: "blockquote";
  raw: string;
  tokens: BlockToken[];
}

export interface ListToken {
  type: "list";
  raw: string;
  ordered: boolean;
  /** Number of the first item. */
  start: number;
  items: ListItem[];
}

export interface ListItem {
  /** With the blank lines up to the next item. */
  raw: string;
  /** A task that is done or not, or no task. */
  checked?: boolean;
  tokens: BlockToken[];
}

export interface TableToken {
  type: "table";
  raw: string;
  align: Alignment[];
  header: TableRow;
  rows: TableRow[];
}

/** The cells of a row. */
export type TableRow = readonly InlineToken[][];

export type Alignment = "left" | "center" | "right" | undefined;

/** A piece of a line. Line breaks of the source stay in `text`. */
export type InlineToken =
  | { type: "text" | "html"; text: string }
  | { type: "escape"; text: string; raw: string }
  | { type: "codespan"; text: string }
  | { type: "latex"; text: string }
  | { type: "break" }
  | { type: "strong" | "em" | "del"; tokens: InlineToken[] }
  | { type: "link"; href: string; text: string; tokens: InlineToken[] };

/** Targets of reference links by label. */
export type LinkDefinitions = ReadonlyMap<string, string>;

/** What the parsers of single constructs need of the whole. */
export interface ParseContext {
  readonly definitions: LinkDefinitions;
  readonly latex: boolean;
  /** The blocks inside a quote or a list item. */
  blocks(source: string): BlockToken[];
  inline(text: string): InlineToken[];
}

/** Labels match whatever their case and blanks. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}
