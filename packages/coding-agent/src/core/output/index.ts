export { formatSize } from "./format-size.ts";
export { formatOutputNotice, type LimitsMeta, type OutputMeta } from "./output-meta.ts";
export { OutputSink, type OutputSnapshot } from "./output-sink.ts";
export type { SpillPlace } from "./spill-file.ts";
export { stripTerminalSequences, TerminalText } from "./terminal-text.ts";
export { truncateHead } from "./truncate-head.ts";
export { truncateLine } from "./truncate-line.ts";
export { truncateMiddle } from "./truncate-middle.ts";
export { truncateTail } from "./truncate-tail.ts";
export {
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_LINES,
  type TruncationOptions,
  type TruncationResult,
  withoutContent,
} from "./truncation.ts";
