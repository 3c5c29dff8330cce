import type { Position } from "../text-buffer.ts";
import type { VimText, WordKind } from "./vim-text.ts";

/** `to` is the position after the last character. */
export interface Range {
  readonly from: Position;
  readonly to: Position;
}

export type TextObject = (text: VimText, at: Position) => Range | undefined;

const PAIRS: readonly (readonly [keys: string, open: string, close: string])[] = [
  ["()b", "(", ")"],
  ["[]", "[", "]"],
  ["{}B", "{", "}"],
  ["<>", "<", ">"],
];

/** Returns the text object for `i` or `a` and a key: `iw`, `a"`, `i(`. */
export function textObject(extent: "i" | "a", key: string): TextObject | undefined {
  if (key === "w" || key === "W") return (text, at) => wordAt(text, at, key === "w" ? "word" : "WORD", extent);
  if (key !== "" && `"'\``.includes(key)) return (text, at) => quotedAt(text, at, key, extent);
  const pair = PAIRS.find(([keys]) => key !== "" && keys.includes(key));
  return pair && ((text, at) => enclosedAt(text, at, pair, extent));
}

/** Returns a word, or the blanks between two words; with `a` also the blanks after it or, if there are none, before it. */
function wordAt(text: VimText, at: Position, words: WordKind, extent: "i" | "a"): Range | undefined {
  const inner = runAt(text, at, words);
  if (extent === "i") return inner;
  const { line } = at;
  const isAtEnd = inner.to.col >= text.line(line).length;
  const next = isAtEnd ? undefined : runAt(text, inner.to, words);
  if (text.kindAt(at, words) === "blank") return next ? { from: inner.from, to: next.to } : inner;
  if (next && text.kindAt(inner.to, words) === "blank") return { from: inner.from, to: next.to };
  const before = inner.from.col > 0 ? text.before(inner.from) : undefined;
  const isBlankBefore = before && text.kindAt(before, words) === "blank";
  return isBlankBefore ? { from: runAt(text, before, words).from, to: inner.to } : inner;
}

/** Returns the run of characters of one kind around a position, within its line. */
function runAt(text: VimText, at: Position, words: WordKind): Range {
  const kind = text.kindAt(at, words);
  const { length } = text.line(at.line);
  let from = at;
  for (let previous = text.before(from); previous && from.col > 0; previous = text.before(from)) {
    if (text.kindAt(previous, words) !== kind) break;
    from = previous;
  }
  let to = at;
  while (to.col < length && text.kindAt(to, words) === kind) to = text.after(to) ?? { line: at.line, col: length };
  return { from, to };
}

/** Returns the text between the quotes around the cursor, or the next ones in the line; with `a` also the quotes and blanks after them. */
function quotedAt(text: VimText, { line, col }: Position, quote: string, extent: "i" | "a"): Range | undefined {
  const content = text.line(line);
  const places = Array.from(content.matchAll(/\\.|["'`]/g)).flatMap(({ 0: found, index }) =>
    found === quote ? [index] : [],
  );
  for (let index = 0; index + 1 < places.length; index += 2) {
    const [open = 0, close = 0] = places.slice(index, index + 2);
    if (close < col) continue;
    if (extent === "i") return { from: { line, col: open + 1 }, to: { line, col: close } };
    const blanks = /^\s*/u.exec(content.slice(close + 1))?.[0].length ?? 0;
    return { from: { line, col: open }, to: { line, col: close + 1 + blanks } };
  }
  return undefined;
}

/** Returns the text between the brackets around the cursor, across lines; with `a` also the brackets. */
function enclosedAt(
  text: VimText,
  at: Position,
  [, open, close]: (typeof PAIRS)[number],
  extent: "i" | "a",
): Range | undefined {
  const content = text.lines.join("\n");
  const start = text.offsetOf(at);
  const from = unmatched(content, content[start] === close ? start - 1 : start, -1, close, open);
  const to = unmatched(content, content[start] === open ? start + 1 : start, 1, open, close);
  if (from === undefined || to === undefined) return undefined;
  const [first, last] = extent === "i" ? [from + 1, to] : [from, to + 1];
  return { from: text.positionAt(first), to: text.positionAt(last) };
}

/** Returns the index of the next `wanted` in a direction, skipping those that pair with an `other` on the way. */
function unmatched(content: string, start: number, step: 1 | -1, other: string, wanted: string): number | undefined {
  let depth = 0;
  for (let index = start; index >= 0 && index < content.length; index += step) {
    if (content[index] === other) depth++;
    else if (content[index] === wanted && depth-- === 0) return index;
  }
  return undefined;
}
