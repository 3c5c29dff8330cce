import { ToolError } from "../../tool-error.ts";
import type { FileChange } from "./change-files.ts";
import { applyHunks } from "./hunks/apply-hunks.ts";
import { type Hunk, oldLines } from "./hunks/hunk.ts";
import type { PatchFile } from "./patch-file.ts";
import { splitLines } from "./text-lines.ts";

/** Converts a patch to file changes. Sections with the same path are joined. A file that is deleted and added again is rewritten. */
export function patchChanges(files: readonly PatchFile[]): FileChange[] {
  return mergeSections(files).map(({ kind, path, moveTo, hunks, content }) => ({
    kind,
    path,
    moveTo,
    apply: (text) => {
      if (kind === "delete") refuseOtherLines(text, hunks, path);
      if (kind === "delete") return { text: "", warnings: [] };
      if (content !== undefined) return { text: content, warnings: [] };
      return hunks.length === 0 ? { text, warnings: [] } : applyHunks(text, hunks, path);
    },
  }));
}

/** Throws if a file that is deleted holds other lines than those that the patch removes, if it names any. */
function refuseOtherLines(text: string, hunks: readonly Hunk[], path: string): void {
  if (hunks.length === 0) return;
  const given = hunks.flatMap(oldLines).map((line) => line.trimEnd());
  const own = splitLines(text).map((line) => line.text.trimEnd());
  if (given.length === own.length && given.every((line, index) => line === own[index])) return;
  throw new ToolError(
    "no-match",
    `${path} holds other lines than the patch removes. Read it again; to delete it whatever it holds, leave the hunk out.`,
  );
}

function mergeSections(files: readonly PatchFile[]): PatchFile[] {
  const merged = new Map<string, PatchFile>();
  for (const file of files) {
    const earlier = merged.get(file.path);
    merged.set(file.path, earlier ? join(earlier, file) : file);
  }
  return [...merged.values()];
}

function join(earlier: PatchFile, later: PatchFile): PatchFile {
  if (earlier.kind === "delete" && later.kind === "add") return { ...later, kind: "update" };
  const isJoinable = [earlier, later].every(({ kind, content }) => kind === "update" && content === undefined);
  const moveTo = later.moveTo ?? earlier.moveTo;
  if (!isJoinable || (earlier.moveTo !== undefined && moveTo !== earlier.moveTo))
    throw new ToolError(
      "invalid-argument",
      `Two sections of the patch for ${later.path} do not go together. Write one section that holds all of its changes.`,
    );
  return { ...earlier, hunks: [...earlier.hunks, ...later.hunks], ...(moveTo === undefined ? {} : { moveTo }) };
}
