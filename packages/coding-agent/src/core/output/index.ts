export { formatSize } from "./format-size.ts";
export { formatOutputNotice, type LimitsMeta, type OutputMeta, type TruncationMeta } from "./output-meta.ts";
export { OutputSink, type OutputSinkOptions, type OutputSnapshot } from "./output-sink.ts";
export type { SpillPlace } from "./spill-file.ts";
export { stripTerminalSequences, TerminalText } from "./terminal-text.ts";
export { countNewlines } from "./text-measure.ts";
export { truncateHead } from "./truncate-head.ts";
export { GREP_MAX_LINE_LENGTH, truncateLine } from "./truncate-line.ts";
export { type MiddleTruncationResult, truncateMiddle } from "./truncate-middle.ts";
export { truncateTail } from "./truncate-tail.ts";
export {
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_LINES,
  type TruncationOptions,
  type TruncationResult,
  withoutContent,
} from "./truncation.ts";
