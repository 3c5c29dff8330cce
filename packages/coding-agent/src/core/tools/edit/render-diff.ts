import type { StructuredPatch, StructuredPatchHunk } from "diff";

export interface RenderedDiff {
  /** For display: sign, line number, text; `...` where unchanged lines are left out. */
  readonly diff: string;
  readonly patch: string;
  readonly firstChangedLine: number | undefined;
}

const CONTEXT_LINES = 4;
/** With more changed lines than this, no minimal diff is computed, because its time grows with their square. */
const MAX_EDIT_LENGTH = 1000;
/** Longer lines are cut in the diff and in the patch, which are kept in the session's log. */
const MAX_LINE_CHARACTERS = 20_000;

/** Renders a diff. Both texts have LF line ends. A patch whose lines were cut cannot be applied. The diff library is loaded with the first change. */
export async function renderDiff(path: string, before: string, after: string): Promise<RenderedDiff> {
  const { formatPatch, structuredPatch } = await import("diff");
  const frame = findFrame(before, after);
  const options = { context: CONTEXT_LINES, maxEditLength: MAX_EDIT_LENGTH };
  const compared = structuredPatch(path, path, frame.before, frame.after, undefined, undefined, options);
  const patch = compared ?? wholesale(path, frame.before, frame.after);
  for (const hunk of patch.hunks) {
    hunk.oldStart += frame.skippedLines;
    hunk.newStart += frame.skippedLines;
    hunk.lines = hunk.lines.map(cutLine);
  }
  return { ...numberHunks(patch.hunks, before, after), patch: formatPatch(patch) };
}

function cutLine(line: string): string {
  const rest = line.length - MAX_LINE_CHARACTERS;
  return rest > 0 ? `${line.slice(0, MAX_LINE_CHARACTERS)}… (${rest} more characters)` : line;
}

/** Renders the diff for display from existing hunks. */
export function numberHunks(
  hunks: readonly StructuredPatchHunk[],
  before: string,
  after: string,
): Omit<RenderedDiff, "patch"> {
  const diff = renderHunks(hunks, countLines(before), countLines(after));
  return { diff, firstChangedLine: findFirstChange(hunks[0]) };
}

interface Frame {
  readonly before: string;
  readonly after: string;
  /** Number of common lines before the frame. */
  readonly skippedLines: number;
}

/** Returns the lines that differ, with some context. Lines far from every change need not be compared. */
function findFrame(before: string, after: string): Frame {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let tail = 0;
  while (
    tail < shorter - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail++;
  }
  const first = linesBack(before, start);
  const last = linesForward(before, before.length - tail);
  return {
    before: before.slice(first, last),
    after: after.slice(first, after.length - (before.length - last)),
    skippedLines: countLines(before.slice(0, first)),
  };
}

/** Returns the start of the line that is `CONTEXT_LINES` above the one at `index`. */
function linesBack(text: string, index: number): number {
  let start = index;
  for (let line = 0; line <= CONTEXT_LINES && start > 0; line++) {
    start = start === 1 ? 0 : text.lastIndexOf("\n", start - 2) + 1;
  }
  return start;
}

/** Returns the end of the line that is `CONTEXT_LINES` below the one at `index`. */
function linesForward(text: string, index: number): number {
  let end = index;
  for (let line = 0; line <= CONTEXT_LINES && end < text.length; line++) {
    const newline = text.indexOf("\n", end);
    end = newline === -1 ? text.length : newline + 1;
  }
  return end;
}

/** Returns a patch that removes all old lines and adds all new ones. */
function wholesale(path: string, before: string, after: string): StructuredPatch {
  const lines = [...signed("-", before), ...signed("+", after)];
  const hunk = { oldStart: 1, oldLines: countLines(before), newStart: 1, newLines: countLines(after), lines };
  return { oldFileName: path, newFileName: path, oldHeader: undefined, newHeader: undefined, hunks: [hunk] };
}

function signed(sign: string, text: string): string[] {
  const lines = text.split("\n");
  const hasLastNewline = lines.at(-1) === "";
  if (hasLastNewline) lines.pop();
  const marked = lines.map((line) => sign + line);
  return hasLastNewline ? marked : [...marked, "\\ No newline at end of file"];
}

function renderHunks(hunks: readonly StructuredPatchHunk[], oldTotal: number, newTotal: number): string {
  const width = String(Math.max(oldTotal, newTotal)).length;
  const gap = ` ${" ".repeat(width)} ...`;
  const lines: string[] = [];
  let shownUntil = 0;
  for (const hunk of hunks) {
    if (hunk.oldStart > shownUntil + 1) lines.push(gap);
    lines.push(...numberLines(hunk, width));
    shownUntil = hunk.oldStart + hunk.oldLines - 1;
  }
  if (shownUntil < oldTotal) lines.push(gap);
  return lines.join("\n");
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
  return hunk.newStart + hunk.lines.findIndex((line) => line[0] !== " ");
}

function countLines(text: string): number {
  let count = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
