/** A URL of a registered scheme. It holds no `..`, no backslash and no NUL, written plainly or by %. */
export interface ToolUrl {
  /** As it was written. */
  readonly href: string;
  /** In lower case. */
  readonly scheme: string;
  /** What comes after `://`, up to a slash or a question mark; decoded. */
  readonly host: string;
  /** What comes after the host, without its first slash; decoded. */
  readonly path: string;
  /** What comes after the question mark. */
  readonly query: string;
}

export interface UrlEntry {
  readonly name: string;
  readonly isFolder?: boolean;
  readonly description?: string;
}

/** Text, bytes, or a list of what lies below the URL. */
export interface UrlContent {
  readonly text?: string;
  readonly bytes?: Uint8Array;
  readonly entries?: readonly UrlEntry[];
  /** Which reader is asked. */
  readonly contentType?: string;
  /** Shown after the content. */
  readonly notes?: readonly string[];
  readonly immutable?: boolean;
}

export interface UrlCall {
  readonly signal?: AbortSignal | undefined;
}

type Answer<T> = T | Promise<T>;

/** What `scheme://…` stands for. It has at least one of `read` and `locate`. */
export interface UrlScheme {
  /** In any case; without `://`. */
  readonly scheme: string;
  readonly description?: string;
  /** What is read here never changes. */
  readonly immutable?: boolean;
  /** For `read`; for `grep` and the words of shell commands by a temporary copy, unless `locate` names a file. */
  read?(url: ToolUrl, call: UrlCall): Answer<UrlContent>;
  /** The file of this machine that the URL stands for. */
  locate?(url: ToolUrl, call: UrlCall): Answer<string>;
  /** For `write`. Without it the scheme is read-only. */
  write?(url: ToolUrl, content: string, call: UrlCall): Answer<void>;
  /** Whole URLs that begin with what was typed. */
  complete?(typed: string, call: UrlCall): Answer<readonly string[]>;
}
