import { firstBytes, lastBytes, measureText } from "./text-measure.ts";

export interface MiddleTruncationResult {
  content: string;
  truncated: boolean;
  removedChars: number;
  totalBytes: number;
  totalLines: number;
}

/** Keeps the beginning and the end, half of `maxBytes` each, with a marker between them. */
export function truncateMiddle(content: string, maxBytes: number): MiddleTruncationResult {
  const { bytes: totalBytes, lines: totalLines } = measureText(content);
  if (totalBytes <= maxBytes) return { content, truncated: false, removedChars: 0, totalBytes, totalLines };
  const half = Math.floor(maxBytes / 2);
  const head = firstBytes(content, half);
  const tail = lastBytes(content, half);
  const removedChars = content.length - head.length - tail.length;
  return {
    content: `${head}…${removedChars} chars truncated…${tail}`,
    truncated: true,
    removedChars,
    totalBytes,
    totalLines,
  };
}
