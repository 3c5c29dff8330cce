import { lastBytes, measureText } from "./text-measure.ts";
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_LINES, type TruncationOptions, type TruncationResult } from "./truncation.ts";

/** Keeps whole lines from the end. For commands, where errors and results come last. */
export function truncateTail(content: string, options: TruncationOptions = {}): TruncationResult {
  const { maxLines = DEFAULT_MAX_LINES, maxBytes = DEFAULT_MAX_BYTES } = options;
  const { lines, bytes, bodyBytes } = measureText(content);
  const total = { totalLines: lines, totalBytes: bytes, firstLineExceedsLimit: false, maxLines, maxBytes };
  if (lines <= maxLines && bodyBytes <= maxBytes) {
    return {
      ...total,
      content,
      truncated: false,
      truncatedBy: null,
      outputLines: lines,
      outputBytes: bytes,
      lastLinePartial: false,
    };
  }
  const body = content.endsWith("\n") ? content.slice(0, -1) : content;
  const kept = takeLines(body, maxLines, maxBytes);
  const partial = kept.lines === 0 && maxLines > 0;
  const text = partial ? lastBytes(body, maxBytes) : body.slice(kept.start);
  return {
    ...total,
    content: text,
    truncated: true,
    truncatedBy: !partial && kept.lines >= maxLines ? "lines" : "bytes",
    outputLines: partial ? 1 : kept.lines,
    outputBytes: Buffer.byteLength(text),
    lastLinePartial: partial,
  };
}

function takeLines(body: string, maxLines: number, maxBytes: number) {
  let start = body.length;
  let bytes = 0;
  let lines = 0;
  while (lines < maxLines) {
    const end = lines === 0 ? body.length : start - 1;
    // `lastIndexOf` treats a negative position as zero, so an empty first line needs a special case.
    const newline = end === 0 ? -1 : body.lastIndexOf("\n", end - 1);
    const cost = Buffer.byteLength(body.slice(newline + 1, end)) + (lines === 0 ? 0 : 1);
    if (bytes + cost > maxBytes) break;
    bytes += cost;
    lines++;
    start = newline + 1;
    if (newline === -1) break;
  }
  return { start, lines };
}
