export { clusterWidth, codePointWidth } from "./cluster-width.ts";
export { ContinuedText } from "./continued-text.ts";
export { type EscapeKind, escapeKind, escapeSequenceEnd, extractAnsiCode } from "./escape-sequence.ts";
export { getGraphemeSegmenter, getWordSegmenter, graphemes, isPrintableAscii } from "./graphemes.ts";
export { hyperlink } from "./hyperlink.ts";
export { applyBackgroundToLine, getActiveBackgroundAnsi } from "./line-background.ts";
export { neutralize, neutralizeLine, stripTerminalSequences } from "./neutralize.ts";
export {
  type ColumnSlice,
  extractSegments,
  getGraphemeCellRange,
  getOsc8LinkAtColumn,
  sliceByColumn,
  sliceWithWidth,
} from "./slice-columns.ts";
export { StyleState } from "./style-state.ts";
export { TAB_WIDTH, type TextUnit, textUnits } from "./text-units.ts";
export { truncateToWidth } from "./truncate-text.ts";
export { visibleWidth } from "./visible-width.ts";
export { wrapTextWithAnsi } from "./wrap-text.ts";
