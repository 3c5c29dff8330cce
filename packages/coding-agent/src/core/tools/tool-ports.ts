import type { UrlEntry, UrlScheme } from "./urls/url-scheme.ts";

export interface ReaderSource {
  /** A path or a URL, as the model wrote it. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The type given by the URL's scheme or detected from the first bytes. */
  readonly contentType?: string;
  /** The part that is wanted, if the content is a file within a file. */
  readonly member?: string;
}

export interface ReaderImage {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
}

/** A file or folder of this machine, for a reader that opens it itself. */
export interface ReaderFile {
  /** As the model wrote it, without the member. */
  readonly path: string;
  readonly absolutePath: string;
  /** The part of the file that the model named behind its path: `docs/a.md` in `a.zip:docs/a.md`, `?q=…` in `a.db?q=…`. */
  readonly member?: string;
  /** `inode/directory` for a folder, else the type detected from the first bytes. */
  readonly contentType?: string;
}

export interface ReaderCall {
  readonly signal: AbortSignal;
  /** The last line that `read` will show, counted from 1. A reader may stop there and set `isPartial`. */
  readonly lastLine: number;
  /** Shows the progress of a long reading. */
  report(progress: string): void;
}

/** The result of a reader: text, pages of text, images, a listing, or a combination. */
export interface ReaderResult {
  readonly text?: string;
  readonly pages?: readonly string[];
  readonly images?: readonly ReaderImage[];
  readonly entries?: readonly UrlEntry[];
  /** A file within the file. It is shown as a file of that name would be. */
  readonly content?: {
    readonly name: string;
    readonly bytes: Uint8Array;
    /** The part of that file that is wanted, for its own reader: `deep.txt` of `inner.zip` in `a.zip:inner.zip:deep.txt`. */
    readonly member?: string;
  };
  /** The text ends after `lastLine` although there is more to read. */
  readonly isPartial?: boolean;
  /** Remarks for the model, shown below the text. */
  readonly notes?: readonly string[];
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
  /** Numbers behind a member, as in `a.db:users:5`, are part of its name and not a line range. */
  readonly numbersAreNames?: true;
  /** Converts the content. `undefined` means that the content is not of this kind: `read` then shows it without the reader. */
  read(source: ReaderSource, call: ReaderCall): MaybePromise<ReaderResult | undefined>;
  /** Used instead of `read` for files of this machine, so that they need not be in memory. Also called for members and folders. */
  readFile?(file: ReaderFile, call: ReaderCall): MaybePromise<ReaderResult | undefined>;
}

type MaybePromise<T> = T | Promise<T>;

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
