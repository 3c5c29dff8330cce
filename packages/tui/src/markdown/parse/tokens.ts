/** A block of a document. The `raw` texts of all blocks, joined, equal the source. */
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
  /** The number of the first item. */
  start: number;
  items: ListItem[];
}

export interface ListItem {
  /** Includes the blank lines up to the next item. */
  raw: string;
  /** Whether a task is done; absent if the item is not a task. */
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

export type TableRow = readonly InlineToken[][];

export type Alignment = "left" | "center" | "right" | undefined;

/** An inline element. Line breaks of the source stay in `text`. */
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

/** The shared state and functions that parsers of single constructs use. */
export interface ParseContext {
  readonly definitions: LinkDefinitions;
  readonly latex: boolean;
  /** Parses the blocks inside a quote or a list item. */
  blocks(source: string): BlockToken[];
  inline(text: string): InlineToken[];
}

/** Normalizes case and blanks, which do not matter when labels are compared. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}
