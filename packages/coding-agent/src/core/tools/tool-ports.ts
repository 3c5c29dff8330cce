import type { UrlEntry, UrlScheme } from "./urls/url-scheme.ts";

export interface ReaderSource {
  /** A path or a URL, as the model wrote it. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The type given by the URL's scheme or detected from the first bytes. */
  readonly contentType?: string;
}

export interface ReaderImage {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
}

/** The result of a reader: text, pages of text, images, a listing, or a combination. */
export interface ReaderResult {
  readonly text?: string;
  readonly pages?: readonly string[];
  readonly images?: readonly ReaderImage[];
  readonly entries?: readonly UrlEntry[];
}

/** Converts a file that is not plain text to a form that a model can read. Line ranges and the limits of `read` apply to its text. */
export interface FileReader {
  readonly name: string;
  /** Such as `.pdf`; case does not matter. */
  readonly extensions?: readonly string[];
  /** Such as `application/pdf` or `audio/*`. */
  readonly contentTypes?: readonly string[];
  /** Timeout of the reader. Default 60 s. */
  readonly timeoutMs?: number;
  read(source: ReaderSource, call: { readonly signal: AbortSignal }): ReaderResult | Promise<ReaderResult>;
}

export interface DecoratedLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  readonly path: string;
  /** Absolute path of the line's file. Absent for lines that are derived from a file or come from a URL, which cannot be edited. */
  readonly file?: string;
}

/** Changes how `read` and `grep` show lines, for example with numbers or anchors. */
export interface LineDecorator {
  readonly name: string;
  /** Returns one text per line, in the same order and without line breaks. */
  decorate(lines: readonly DecoratedLine[], context: { readonly tool: "read" | "grep" }): readonly string[];
}

/** What extensions and the client of a session have registered for its tools. */
export interface ToolPorts {
  readonly schemes: readonly UrlScheme[];
  readonly readers: readonly FileReader[];
  readonly decorators: readonly LineDecorator[];
}

export type ToolPortsSource = () => ToolPorts | undefined;
