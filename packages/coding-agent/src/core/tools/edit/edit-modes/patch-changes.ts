import type { FileChange } from "./change-files.ts";
import { applyHunks } from "./hunks/apply-hunks.ts";
import type { PatchFile } from "./patch-file.ts";

/** Converts a patch to file changes. Sections with the same path are joined. A file that is deleted and added again is rewritten. */
export function patchChanges(files: readonly PatchFile[]): FileChange[] {
  return mergeSections(files).map(({ kind, path, moveTo, hunks, content }) => ({
    kind,
    path,
    moveTo,
    apply: (text) => {
      if (content !== undefined) return { text: content, warnings: [] };
      return hunks.length === 0 ? { text, warnings: [] } : applyHunks(text, hunks, path);
    },
  }));
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
  const moveTo = later.moveTo ?? earlier.moveTo;
  return {
    ...earlier,
    ...later,
    hunks: [...earlier.hunks, ...later.hunks],
    ...(moveTo === undefined ? {} : { moveTo }),
  };
}
