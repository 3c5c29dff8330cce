/** A URL of a registered scheme. It contains no `..`, backslash or NUL, neither plain nor percent-encoded. */
export interface ToolUrl {
  /** The original text. */
  readonly href: string;
  /** In lower case. */
  readonly scheme: string;
  /** The text after `://`, up to a slash or a question mark; decoded. */
  readonly host: string;
  /** The text after the host, without its first slash; decoded. */
  readonly path: string;
  /** The text after the question mark. */
  readonly query: string;
}

export interface UrlEntry {
  readonly name: string;
  readonly isFolder?: boolean;
  readonly description?: string;
}

/** Text, bytes, or a list of the entries below the URL. */
export interface UrlContent {
  readonly text?: string;
  readonly bytes?: Uint8Array;
  readonly entries?: readonly UrlEntry[];
  /** Selects the reader. */
  readonly contentType?: string;
  /** Shown after the content. */
  readonly notes?: readonly string[];
  readonly immutable?: boolean;
}

export interface UrlCall {
  readonly signal?: AbortSignal | undefined;
  /** Whether the content is wanted as it is stored, as `:raw` behind the URL asks. */
  readonly isRaw?: true | undefined;
  /** Whether only some lines of the content are wanted, as `:10-20` behind the URL asks. The tool selects them. */
  readonly hasLineRange?: true | undefined;
}

type Answer<T> = T | Promise<T>;

/** Defines `scheme://…` URLs. Has at least one of `read` and `locate`. */
export interface UrlScheme {
  /** The name, in any case and without `://`. */
  readonly scheme: string;
  readonly description?: string;
  /** The content never changes. */
  readonly immutable?: boolean;
  /** Reads a URL for `read`, and by a temporary copy for `grep` and shell commands unless `locate` returns a file. */
  read?(url: ToolUrl, call: UrlCall): Answer<UrlContent>;
  /** Returns the local file that the URL stands for. */
  locate?(url: ToolUrl, call: UrlCall): Answer<string>;
  /** Writes a URL for `write`. Without it the scheme is read-only. */
  write?(url: ToolUrl, content: string, call: UrlCall): Answer<void>;
  /** Returns complete URLs that begin with the typed text. */
  complete?(typed: string, call: UrlCall): Answer<readonly string[]>;
}
