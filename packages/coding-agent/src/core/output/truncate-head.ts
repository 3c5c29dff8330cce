import { measureText } from "./text-measure.ts";
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_LINES, type TruncationOptions, type TruncationResult } from "./truncation.ts";

/** Keeps whole lines from the beginning. For files and lists, where the first lines matter most. */
export function truncateHead(content: string, options: TruncationOptions = {}): TruncationResult {
  const { maxLines = DEFAULT_MAX_LINES, maxBytes = DEFAULT_MAX_BYTES } = options;
  const { lines, bytes, bodyBytes } = measureText(content);
  const total = { totalLines: lines, totalBytes: bytes, lastLinePartial: false, maxLines, maxBytes };
  if (lines <= maxLines && bodyBytes <= maxBytes) {
    return {
      ...total,
      content,
      truncated: false,
      truncatedBy: null,
      outputLines: lines,
      outputBytes: bytes,
      firstLineExceedsLimit: false,
    };
  }
  const kept = takeLines(content, maxLines, maxBytes);
  return {
    ...total,
    content: content.slice(0, kept.end),
    truncated: true,
    truncatedBy: kept.lines >= maxLines ? "lines" : "bytes",
    outputLines: kept.lines,
    outputBytes: kept.bytes,
    firstLineExceedsLimit: kept.lines === 0 && maxLines > 0,
  };
}

function takeLines(content: string, maxLines: number, maxBytes: number) {
  let end = 0;
  let bytes = 0;
  let lines = 0;
  while (lines < maxLines) {
    const start = lines === 0 ? 0 : end + 1;
    const newline = content.indexOf("\n", start);
    const lineEnd = newline === -1 ? content.length : newline;
    const cost = Buffer.byteLength(content.slice(start, lineEnd)) + (lines === 0 ? 0 : 1);
    if (bytes + cost > maxBytes) break;
    bytes += cost;
    lines++;
    end = lineEnd;
    if (newline === -1) break;
  }
  return { end, bytes, lines };
}
