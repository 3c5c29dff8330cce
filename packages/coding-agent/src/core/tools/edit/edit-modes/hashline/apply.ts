import { ToolError } from "../../../tool-error.ts";
import { refuseElidedText } from "../../elided-text.ts";
import { lostCharactersAt } from "../../look-alikes.ts";
import { changeLines, joinLines, splitLines } from "../text-lines.ts";
import { hashLine, reportLine } from "./anchor.ts";
import { withoutEchoes } from "./echoes.ts";
import { type Failure, type LocatedOp, OpLocator, type UnlocatedOp } from "./locate-ops.ts";
import type { HashlineOp } from "./parse.ts";

export interface AppliedText {
  readonly text: string;
  readonly warnings: readonly string[];
}

/** Applies all operations or throws. `older` are the versions of the file that the model has seen, the newest first. */
export function applyHashline(
  content: string,
  ops: readonly HashlineOp[],
  older: readonly string[],
  { path, absorbInserts = false }: { readonly path: string; readonly absorbInserts?: boolean },
): AppliedText {
  const lines = splitLines(content);
  const texts = lines.map(({ text }) => text);
  const locator = new OpLocator(
    texts,
    older.map((text) => splitLines(text).map((line) => line.text)),
  );
  const places = withOneShift(ops.map((op) => locator.locate(op)));
  const unlocated = places.filter((place) => "failure" in place);
  if (unlocated.length > 0) throw mismatch(unlocated, texts, path);
  const located = inOrder(
    places.filter((place) => "at" in place),
    path,
  );
  const { changes, warnings } = withoutEchoes(
    located.map(({ at, removed, op }) => ({ at, removed, added: op.payload, source: op.source })),
    texts,
    { absorbInserts },
  );
  for (const { at, removed, added, source } of changes) {
    refuseElidedText(added, content, path);
    refuseShownAnchors(added, texts, source);
    refuseLostCharacters(texts.slice(at, at + removed), added, at, source);
  }
  const text = joinLines(changeLines(lines, changes));
  if (text === content) throw new ToolError("no-change", `Edits to ${path} resulted in no changes being made.`);
  const isRecovered = located.some((op) => op.isRecovered);
  const recovered = isRecovered
    ? [`${path}: anchors were not those of the file as it is; their lines were found in it.`]
    : [];
  return { text, warnings: [...recovered, ...warnings] };
}

/**
 * Rejects shifted places if the operations disagree on the shift: a model that miscounts does so in the whole call, so
 * one of them matched by chance.
 */
function withOneShift(places: readonly (LocatedOp | UnlocatedOp)[]): readonly (LocatedOp | UnlocatedOp)[] {
  const anchored = places.filter((place) => "at" in place).filter(({ op }) => anchoredLines(op).length > 0);
  if (new Set(anchored.map(({ shift }) => shift)).size < 2) return places;
  return places.map((place) =>
    "at" in place && place.shift !== 0 ? { op: place.op, failure: "unknown-anchor" } : place,
  );
}

/** Sorts the operations by their place in the file. Those at the same place keep the order of the input. */
function inOrder(located: readonly LocatedOp[], path: string): LocatedOp[] {
  const sorted = located.toSorted((a, b) => a.at - b.at || rank(a) - rank(b));
  for (const [index, { at, removed, op }] of sorted.entries()) {
    const next = sorted[index + 1];
    if (!next || next.at >= at + removed) continue;
    const sources = [op.source, next.op.source].sort((a, b) => a - b).join(" and ");
    throw new ToolError("overlap", `The operations in lines ${sources} overlap in ${path}. Join them into one.`);
  }
  return sorted;
}

/**
 * Returns the order at the same place: insertions at the start of the file, other insertions, those at the end of the
 * file, then replacements.
 */
function rank({ op }: LocatedOp): number {
  if (op.kind !== "insert") return 3;
  return op.at === "start" ? 0 : op.at === "end" ? 2 : 1;
}

/**
 * Throws if payload lines begin with anchors, which are not part of the text: anchors of their own text or of a line of the file, or
 * numbers with two letters that count up.
 */
function refuseShownAnchors(payload: readonly string[], texts: readonly string[], source: number): void {
  const parsed = payload.map((line) => /^(\d{1,9})([a-z]{2})\|(.*)$/.exec(line));
  const counts =
    parsed.length > 1 && parsed.every((each, index) => Number(each?.[1]) === Number(parsed[0]?.[1]) + index);
  const shown = parsed.findIndex((each) => {
    if (!each) return false;
    const [, digits, hash, text = ""] = each;
    const number = Number(digits);
    const own = texts[number - 1];
    return counts || hashLine(number, text) === hash || (own !== undefined && hashLine(number, own) === hash);
  });
  if (shown === -1) return;
  const what = `"${(payload[shown] ?? "").slice(0, 30)}"`;
  throw new ToolError(
    "invalid-argument",
    `line ${source}: the payload repeats the anchor ${what}. Give the text alone.`,
  );
}

function refuseLostCharacters(before: readonly string[], payload: readonly string[], at: number, source: number): void {
  const lost = lostCharactersAt(before, payload);
  if (lost < 0) return;
  throw new ToolError(
    "invalid-argument",
    `line ${source}: the payload has plain characters where line ${at + lost + 1} has others that look alike (quotes, dashes, spaces). Copy them, or change them in an operation of their own.`,
  );
}

const REASONS: Readonly<Record<Failure, string>> = {
  "unknown-anchor": "names no line of the file",
  changed: "names lines that have changed since they were read",
  ambiguous: "fits several places of the file, which has changed since it was read",
};

const SHOWN_AROUND = 2;

/** Builds the error, which shows the current lines near the anchors, so that the model can retry without reading the file again. */
function mismatch(failed: readonly UnlocatedOp[], lines: readonly string[], path: string): ToolError {
  const marked = new Set(failed.flatMap(({ op }) => anchoredLines(op)).map((line) => Math.min(line, lines.length)));
  const beyond = failed.flatMap(({ op }) => anchoredLines(op)).filter((line) => line > lines.length);
  const reasons = failed.map(({ op, failure }) => `line ${op.source}: the anchor ${REASONS[failure]}.`);
  const missing = [...new Set(beyond)].map((line) => `Line ${line} does not exist (file has ${lines.length} lines).`);
  const shown = lines.flatMap((text, index) => {
    const number = index + 1;
    const isNear = [...marked].some((line) => Math.abs(line - number) <= SHOWN_AROUND);
    return isNear ? [`${marked.has(number) ? "*" : " "}${reportLine(number, text)}`] : [];
  });
  const advice = shown.length > 0 ? "Use the anchors below, or read the file again:" : "Read the file again.";
  return new ToolError(
    "no-match",
    [`Nothing was changed in ${path}.`, ...reasons, ...missing, advice, ...shown].join("\n"),
  );
}

function anchoredLines(op: HashlineOp): number[] {
  if (op.kind !== "insert") return [op.from.line, op.to.line];
  return typeof op.at === "string" ? [] : [op.at.line];
}
