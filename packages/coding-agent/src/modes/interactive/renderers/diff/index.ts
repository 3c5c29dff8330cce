export { DiffView } from "./diff-view.ts";
export { replacementLines } from "./replacement-lines.ts";
