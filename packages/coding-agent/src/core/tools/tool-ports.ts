import type { UrlEntry, UrlScheme } from "./urls/url-scheme.ts";

export interface ReaderSource {
  /** As the model wrote it: a path or a URL. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** What the URL's scheme says, or what the first bytes tell. */
  readonly contentType?: string;
}

export interface ReaderImage {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
}

/** Text, several pages of it, images, a listing, or some of each. */
export interface ReaderResult {
  readonly text?: string;
  readonly pages?: readonly string[];
  readonly images?: readonly ReaderImage[];
  readonly entries?: readonly UrlEntry[];
}

/** Makes what a model can read of a file that is no plain text. Ranges of lines and the limits of `read` hold for its text. */
export interface FileReader {
  readonly name: string;
  /** `.pdf`; in any case. */
  readonly extensions?: readonly string[];
  /** `application/pdf`, `audio/*`. */
  readonly contentTypes?: readonly string[];
  /** A reader that takes longer is given up. Default 60 s. */
  readonly timeoutMs?: number;
  read(source: ReaderSource, call: { readonly signal: AbortSignal }): ReaderResult | Promise<ReaderResult>;
}

export interface DecoratedLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  readonly path: string;
  /** Where the line stands, absolute. Absent for what is made of a file or comes from a URL: it cannot be edited there. */
  readonly file?: string;
}

/** Changes how the lines that `read` and `grep` show are written: numbers, anchors. */
export interface LineDecorator {
  readonly name: string;
  /** One text for each line, in their order, without line breaks. */
  decorate(lines: readonly DecoratedLine[], context: { readonly tool: "read" | "grep" }): readonly string[];
}

/** What extensions and the client of a session have registered for its tools. */
export interface ToolPorts {
  readonly schemes: readonly UrlScheme[];
  readonly readers: readonly FileReader[];
  readonly decorators: readonly LineDecorator[];
}

export type ToolPortsSource = () => ToolPorts | undefined;
