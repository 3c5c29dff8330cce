export { DiffView } from "./diff-view.ts";
export { EditedFile } from "./edited-file.ts";
export { replacementLines } from "./replacement-lines.ts";
