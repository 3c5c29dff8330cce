/** Default limits on how much of an output a model sees. Whichever limit is reached first applies. */
export const DEFAULT_MAX_LINES = 2000;
export const DEFAULT_MAX_BYTES = 50 * 1024;

export interface TruncationOptions {
  maxLines?: number;
  maxBytes?: number;
}

/** The result of a truncation. A final newline ends the last line: it starts no new line and does not count towards the byte limit. */
export interface TruncationResult {
  content: string;
  truncated: boolean;
  truncatedBy: "lines" | "bytes" | null;
  totalLines: number;
  totalBytes: number;
  /** Number of whole lines, or 1 if `lastLinePartial`. */
  outputLines: number;
  outputBytes: number;
  /** Tail only: the last line alone exceeded the byte limit, so `content` is the end of it. */
  lastLinePartial: boolean;
  /** Head only: the first line alone exceeded the byte limit, so `content` is empty. */
  firstLineExceedsLimit: boolean;
  maxLines: number;
  maxBytes: number;
}

/** Removes the content for `details` and logs, because the tool result already holds the text. */
export function withoutContent(result: TruncationResult): TruncationResult {
  return { ...result, content: "" };
}
