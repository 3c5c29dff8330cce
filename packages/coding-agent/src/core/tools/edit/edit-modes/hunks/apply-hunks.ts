import { ToolError } from "../../../tool-error.ts";
import { refuseElidedText } from "../../elided-text.ts";
import { keepChanged } from "../../look-alikes.ts";
import { nearestLines } from "../../nearest-lines.ts";
import type { AppliedText } from "../hashline/apply.ts";
import { changeLines, joinLines, type LineChange, splitLines } from "../text-lines.ts";
import { type Hunk, oldLines } from "./hunk.ts";
import { learnIndentation, type Reindent } from "./indentation.ts";
import { belowHeadings, type Reading, SearchedLines } from "./locate-hunk.ts";

/** Applies all hunks or throws. Each must match exactly one place. Unchanged lines stay as they are in the file. */
export function applyHunks(content: string, hunks: readonly Hunk[], path: string): AppliedText {
  const lines = splitLines(content);
  const texts = lines.map(({ text }) => text);
  const placed = placeHunks(texts, hunks, path).toSorted((a, b) => a.start - b.start);
  for (const [index, { start, hunk, number }] of placed.entries()) {
    const next = placed[index + 1];
    if (next && next.start < start + oldLines(hunk).length) throw overlap(number, next.number, path);
  }
  const changes = placed.flatMap((each) => changesOf(each, texts, path));
  refuseElidedText(
    changes.flatMap(({ added }) => added),
    content,
    path,
  );
  const text = joinLines(changeLines(lines, changes));
  if (text === content)
    throw new ToolError("no-change", `No changes made to ${path}: its lines are already as the patch wants them.`);
  const warnings = placed
    .filter(({ reading }) => reading !== "exact")
    .map(({ number, reading }) => `${path}: hunk ${number} was matched ${reading}.`);
  return { text, warnings };
}

interface PlacedHunk {
  readonly hunk: Hunk;
  readonly start: number;
  readonly reading: Reading;
  /** Counted from 1. */
  readonly number: number;
}

function placeHunks(texts: readonly string[], hunks: readonly Hunk[], path: string): PlacedHunk[] {
  const searched = new SearchedLines(texts);
  const found = hunks.map((hunk, index) => {
    const number = index + 1;
    if (oldLines(hunk).length === 0)
      return { hunk, reading: "exact" as const, number, starts: [endForAddition(hunk, texts, number, path)] };
    const matches = searched.find(hunk);
    if (!matches) throw notFound(hunk, texts, number, path);
    const { starts } = matches;
    return {
      ...matches,
      number,
      starts: starts.length > 1 ? belowHeadings(starts, hunk.headings, texts) : starts,
    };
  });
  return found.map(({ starts, ...placed }, index) => {
    const [start, ...others] = starts.length > 1 ? betweenNeighbours(starts, index, found) : starts;
    if (start === undefined || others.length > 0) throw ambiguous(starts, placed.number, path);
    return { ...placed, start };
  });
}

/** Picks the places between those of the neighbouring hunks, because hunks are in the order of the file. */
function betweenNeighbours(
  starts: readonly number[],
  index: number,
  found: readonly { readonly starts: readonly number[]; readonly hunk: Hunk }[],
): number[] {
  const certain = found.map(({ starts: each }) => (each.length === 1 ? each[0] : undefined));
  const before = certain.slice(0, index).findLastIndex((start) => start !== undefined);
  const behind = certain.slice(index + 1).find((start) => start !== undefined) ?? Number.POSITIVE_INFINITY;
  const previous = found[before];
  const from = previous ? (certain[before] ?? 0) + oldLines(previous.hunk).length : 0;
  return starts.filter((start) => start >= from && start < behind);
}

/** Returns the end of the file for a hunk without surrounding lines. */
function endForAddition(hunk: Hunk, texts: readonly string[], number: number, path: string): number {
  if (hunk.headings.length === 0 || texts.length === 0) return texts.length;
  throw new ToolError(
    "invalid-argument",
    `Hunk ${number} for ${path} only adds lines, and does not say where. Give a line of the file before or behind them.`,
  );
}

function changesOf({ hunk, start, reading, number }: PlacedHunk, texts: readonly string[], path: string): LineChange[] {
  const reindent = reading === "with another indentation" ? indentationOf(hunk, start, texts, number, path) : undefined;
  const changes: { at: number; removed: number; added: string[]; given: string[] }[] = [];
  let at = start;
  let isOpen = false;
  for (const { kind, text } of hunk.lines) {
    if (kind === "same") {
      at++;
      isOpen = false;
      continue;
    }
    if (!isOpen) changes.push({ at, removed: 0, added: [], given: [] });
    isOpen = true;
    const change = changes.at(-1);
    if (kind === "added") change?.added.push(text);
    else if (change) {
      change.removed++;
      change.given.push(text);
      at++;
    }
  }
  return changes.map((change) => ({ ...change, added: writtenAsInFile(change, texts, reindent, { number, path }) }));
}

/** Returns the new lines with the file's indentation, and with the file's own characters where they are only copied. */
function writtenAsInFile(
  { at, added, given }: { readonly at: number; readonly added: readonly string[]; readonly given: readonly string[] },
  texts: readonly string[],
  reindent: Reindent | undefined,
  where: { readonly number: number; readonly path: string },
): string[] {
  const indent = (line: string) => {
    const written = reindent ? reindent(line) : line;
    if (written === undefined) throw unclearIndentation(where.number, where.path);
    return written;
  };
  const fresh = added.map(indent);
  const old = given.map(indent);
  const kept = keepChanged(texts.slice(at, at + old.length), old, fresh);
  if (kept) return kept;
  throw new ToolError(
    "no-match",
    `Hunk ${where.number} for ${where.path} removes lines that only look like those of the file: some quotes, dashes or spaces are other characters there. Read the lines and copy them.`,
  );
}

function indentationOf(hunk: Hunk, start: number, texts: readonly string[], number: number, path: string): Reindent {
  const pairs = oldLines(hunk).map((given, index) => ({ given, own: texts[start + index] ?? "" }));
  const reindent = learnIndentation(pairs);
  if (reindent) return reindent;
  throw unclearIndentation(number, path);
}

function unclearIndentation(number: number, path: string): ToolError {
  return new ToolError(
    "no-match",
    `The lines of hunk ${number} are in ${path}, with an indentation that does not tell how the new lines are to be indented. Read them and copy their indentation.`,
  );
}

function overlap(first: number, second: number, path: string): ToolError {
  return new ToolError("overlap", `Hunks ${first} and ${second} overlap in ${path}. Join them into one.`);
}

function ambiguous(starts: readonly number[], number: number, path: string): ToolError {
  const lines = starts.slice(0, MOST_LISTED).map((start) => start + 1);
  const places = lines.length > 0 ? ` (lines ${lines.join(", ")}${starts.length > MOST_LISTED ? ", …" : ""})` : "";
  return new ToolError(
    "ambiguous-match",
    `Hunk ${number} fits several places in ${path}${places}. Add lines before or behind it that only one of them has.`,
  );
}

const MOST_LISTED = 5;

/** Builds the error, which shows the lines that come nearest: most failures are a wrong memory of some lines. */
function notFound(hunk: Hunk, texts: readonly string[], number: number, path: string): ToolError {
  const wanted = oldLines(hunk);
  const own = new Set(texts.map((line) => line.trim()));
  const missing = wanted.find((line) => line.trim() !== "" && !own.has(line.trim()));
  const differs = missing === undefined ? "" : ` The file has no line "${missing.trim().slice(0, 80)}".`;
  const advice = nearestLines(wanted, texts) ?? "Read the file again and copy the lines from it.";
  return new ToolError("no-match", `Could not find the lines of hunk ${number} in ${path}.${differs} ${advice}`);
}
