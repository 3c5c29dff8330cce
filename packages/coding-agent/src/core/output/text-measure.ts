export interface TextMeasure {
  readonly lines: number;
  readonly bytes: number;
  /** Bytes without the newline that ends the last line. */
  readonly bodyBytes: number;
}

export function measureText(text: string): TextMeasure {
  const bytes = Buffer.byteLength(text);
  const endsWithNewline = text.endsWith("\n");
  const newlines = countNewlines(text);
  const lines = text === "" || endsWithNewline ? newlines : newlines + 1;
  return { lines, bytes, bodyBytes: endsWithNewline ? bytes - 1 : bytes };
}

export function countNewlines(text: string): number {
  let count = 0;
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) count++;
  return count;
}

/** Returns the longest end of `text` within `maxBytes` of UTF-8 that does not begin inside a character. */
export function lastBytes(text: string, maxBytes: number): string {
  // A UTF-16 unit takes one to three bytes of UTF-8, so no earlier text can matter.
  const bytes = Buffer.from(text.slice(-maxBytes - 1));
  if (bytes.length <= maxBytes && text.length <= maxBytes) return text;
  let start = Math.max(0, bytes.length - maxBytes);
  while (start < bytes.length && isContinuation(bytes[start])) start++;
  return bytes.toString("utf8", start);
}

/** Returns the longest beginning of `text` within `maxBytes` of UTF-8 that does not end inside a character. */
export function firstBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text.slice(0, maxBytes + 1));
  if (bytes.length <= maxBytes && text.length <= maxBytes) return text;
  let end = Math.min(bytes.length, maxBytes);
  while (end > 0 && isContinuation(bytes[end])) end--;
  return bytes.toString("utf8", 0, end);
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}
