import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";
import { numberHunks } from "../../core/tools/edit/render-diff.ts";

export interface EditDiffResult {
  diff: string;
  /** Line number in the new text. */
  firstChangedLine: number | undefined;
}

/** Returns the changed lines with signs, line numbers and context, for display. */
export function generateDiffString(oldContent: string, newContent: string, contextLines = 4): EditDiffResult {
  const { hunks } = structuredPatch("", "", oldContent, newContent, undefined, undefined, { context: contextLines });
  return hunks.length === 0 ? { diff: "", firstChangedLine: undefined } : numberHunks(hunks, oldContent, newContent);
}

export function generateUnifiedPatch(path: string, oldContent: string, newContent: string, contextLines = 4): string {
  return formatPatch(
    structuredPatch(path, path, oldContent, newContent, undefined, undefined, { context: contextLines }),
    FILE_HEADERS_ONLY,
  );
}
