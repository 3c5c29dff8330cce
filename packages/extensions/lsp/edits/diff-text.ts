import { relative } from "node:path";
import type { FileChange } from "./edit-plan.ts";

const CONTEXT_LINES = 2;

/** Resolves to the changes as a unified diff, with paths relative to a folder. */
export async function diffText(changes: readonly FileChange[], cwd: string): Promise<string> {
  const { createTwoFilesPatch } = await import("diff");
  const moved = new Map(changes.flatMap(({ movedFrom, path }) => (movedFrom === undefined ? [] : [[movedFrom, path]])));
  const parts = changes.flatMap(({ path, before, after, movedFrom }) => {
    if (after === undefined && moved.has(path)) return [];
    const source = movedFrom === undefined ? before : changes.find((each) => each.path === movedFrom)?.before;
    const name = (each: string) => relative(cwd, each);
    const from = source === undefined ? "/dev/null" : name(movedFrom ?? path);
    const to = after === undefined ? "/dev/null" : name(path);
    const patch = createTwoFilesPatch(from, to, source ?? "", after ?? "", undefined, undefined, {
      context: CONTEXT_LINES,
    });
    return [patch.replace(/^Index: .*\n=+\n|^=+\n/, "").trimEnd()];
  });
  return parts.join("\n");
}
