/** The one policy of how much of an output a model sees: whichever limit is reached first. */
export const DEFAULT_MAX_LINES = 2000;
export const DEFAULT_MAX_BYTES = 50 * 1024;

export interface TruncationOptions {
  maxLines?: number;
  maxBytes?: number;
}

/** A final newline ends the last line; it does not begin another, and it is not counted against the byte limit. */
export interface TruncationResult {
  content: string;
  truncated: boolean;
  truncatedBy: "lines" | "bytes" | null;
  totalLines: number;
  totalBytes: number;
  /** Whole lines, or 1 where `lastLinePartial`. */
  outputLines: number;
  outputBytes: number;
  /** Tail only: the last line alone was above the byte limit, so `content` is its end. */
  lastLinePartial: boolean;
  /** Head only: the first line alone was above the byte limit, so `content` is empty. */
  firstLineExceedsLimit: boolean;
  maxLines: number;
  maxBytes: number;
}

/** For `details` and logs: the text is in the result's content already and need not be stored twice. */
export function withoutContent(result: TruncationResult): TruncationResult {
  return { ...result, content: "" };
}
