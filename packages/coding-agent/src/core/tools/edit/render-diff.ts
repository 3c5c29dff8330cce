import type { StructuredPatchHunk } from "diff";

export interface RenderedDiff {
  /** For a screen: sign, line number, text; `...` where unchanged lines are left out. */
  readonly diff: string;
  readonly patch: string;
  readonly firstChangedLine: number | undefined;
}

const CONTEXT_LINES = 4;

/** The diff library is loaded at the first change. Both texts have LF line ends. */
export async function renderDiff(path: string, before: string, after: string): Promise<RenderedDiff> {
  const { formatPatch, structuredPatch } = await import("diff");
  const patch = structuredPatch(path, path, before, after, undefined, undefined, { context: CONTEXT_LINES });
  const width = String(Math.max(lineCount(before), lineCount(after))).length;
  const lines: string[] = [];
  let shownUntil = 0;
  for (const hunk of patch.hunks) {
    if (hunk.oldStart > shownUntil + 1) lines.push(gap(width));
    lines.push(...numberLines(hunk, width));
    shownUntil = hunk.oldStart + hunk.oldLines - 1;
  }
  if (shownUntil < lineCount(before)) lines.push(gap(width));
  return { diff: lines.join("\n"), patch: formatPatch(patch), firstChangedLine: findFirstChange(patch.hunks[0]) };
}

function numberLines(hunk: StructuredPatchHunk, width: number): string[] {
  let oldLine = hunk.oldStart;
  let newLine = hunk.newStart;
  return hunk.lines.flatMap((line) => {
    const sign = line[0];
    if (sign === "\\") return [];
    const number = sign === "+" ? newLine : oldLine;
    if (sign !== "+") oldLine++;
    if (sign !== "-") newLine++;
    return [`${sign}${String(number).padStart(width)} ${line.slice(1)}`];
  });
}

function findFirstChange(hunk: StructuredPatchHunk | undefined): number | undefined {
  if (!hunk) return undefined;
  const unchanged = hunk.lines.findIndex((line) => line[0] !== " ");
  return hunk.newStart + unchanged;
}

function gap(width: number): string {
  return ` ${" ".repeat(width)} ...`;
}

function lineCount(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}
