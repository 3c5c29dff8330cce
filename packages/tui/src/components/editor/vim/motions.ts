import type { Position } from "../text-buffer.ts";
import type { VimText, WordKind } from "./vim-text.ts";

/** How much text an operator takes: up to the target, including the character at the target, or whole lines. */
export type Span = "exclusive" | "inclusive" | "linewise";

export interface VimMotion {
  readonly span: Span;
  /** Returns undefined if there is no target. `count` is absent if none was typed. */
  readonly move: (text: VimText, from: Position, count?: number) => Position | undefined;
}

export const MOTIONS: Readonly<Record<string, VimMotion>> = {
  h: { span: "exclusive", move: repeated(left) },
  l: { span: "exclusive", move: repeated(right) },
  " ": { span: "exclusive", move: repeated(right) },
  j: { span: "linewise", move: (text, from, count = 1) => otherLine(text, from, from.line + count) },
  k: { span: "linewise", move: (text, from, count = 1) => otherLine(text, from, from.line - count) },
  w: { span: "exclusive", move: repeated((text, from) => nextWord(text, from, "word")) },
  W: { span: "exclusive", move: repeated((text, from) => nextWord(text, from, "WORD")) },
  b: { span: "exclusive", move: repeated((text, from) => wordStart(text, from, "word")) },
  B: { span: "exclusive", move: repeated((text, from) => wordStart(text, from, "WORD")) },
  e: { span: "inclusive", move: repeated((text, from) => wordEnd(text, from, "word")) },
  E: { span: "inclusive", move: repeated((text, from) => wordEnd(text, from, "WORD")) },
  "0": { span: "exclusive", move: (_text, { line }) => ({ line, col: 0 }) },
  "^": { span: "exclusive", move: (text, { line }) => text.firstLetter(line) },
  $: { span: "inclusive", move: (text, { line }, count = 1) => lineEnd(text, line + count - 1) },
  gg: { span: "linewise", move: (text, _from, count = 1) => text.firstLetter(Math.min(count - 1, text.lastLine)) },
  G: {
    span: "linewise",
    move: (text, _from, count = text.lines.length) => text.firstLetter(Math.min(count - 1, text.lastLine)),
  },
};

export type FindKey = "f" | "F" | "t" | "T";

/** Returns the motion of a find key: `f` and `t` search the line forward, `F` and `T` backward; `t` and `T` stop one character short. */
export function findMotion(key: FindKey, character: string): VimMotion {
  const isForward = key === "f" || key === "t";
  const step = (text: VimText, from: Position) => (isForward ? text.after(from) : text.before(from));
  return {
    span: isForward ? "inclusive" : "exclusive",
    move: (text, from, count = 1) => {
      let left = count;
      let previous = from;
      for (let at = step(text, from); at && at.line === from.line; at = step(text, at)) {
        if (text.line(at.line).startsWith(character, at.col)) left--;
        if (left === 0) return key === "f" || key === "F" ? at : previous;
        previous = at;
      }
      return undefined;
    },
  };
}

type Step = (text: VimText, from: Position) => Position | undefined;

/** Repeats a step `count` times, or as often as possible. */
function repeated(step: Step): VimMotion["move"] {
  return (text, from, count = 1) => {
    let at: Position | undefined;
    for (let done = 0; done < count; done++) {
      const next = step(text, at ?? from);
      if (!next) break;
      at = next;
    }
    return at;
  };
}

function left(text: VimText, from: Position): Position | undefined {
  return from.col > 0 ? text.before(from) : undefined;
}

function right(text: VimText, from: Position): Position | undefined {
  return from.col < text.line(from.line).length ? text.after(from) : undefined;
}

function otherLine(text: VimText, from: Position, line: number): Position | undefined {
  return line < 0 || line > text.lastLine ? undefined : { line, col: from.col };
}

function lineEnd(text: VimText, line: number): Position | undefined {
  return line > text.lastLine ? undefined : { line, col: text.lastColumn(line) };
}

/** Moves over the word and the blanks after it. An empty line counts as a word. */
function nextWord(text: VimText, from: Position, words: WordKind): Position | undefined {
  const kind = text.kindAt(from, words);
  let at: Position = from;
  for (let next = text.after(at); next && kind !== "blank" && text.kindAt(at, words) === kind; next = text.after(at))
    at = next;
  while (text.kindAt(at, words) === "blank") {
    if (at.line !== from.line && text.line(at.line) === "") return at;
    const next = text.after(at);
    if (!next) break;
    at = next;
  }
  return at === from ? undefined : at;
}

function wordEnd(text: VimText, from: Position, words: WordKind): Position | undefined {
  let at = text.after(from);
  while (at && text.kindAt(at, words) === "blank") at = text.after(at);
  if (!at) return undefined;
  const kind = text.kindAt(at, words);
  for (let next = text.after(at); next && text.kindAt(next, words) === kind; next = text.after(at)) at = next;
  return at;
}

function wordStart(text: VimText, from: Position, words: WordKind): Position | undefined {
  let at = text.before(from);
  while (at && text.kindAt(at, words) === "blank" && text.line(at.line) !== "") {
    const previous = text.before(at);
    if (!previous) return at;
    at = previous;
  }
  if (!at || text.line(at.line) === "") return at;
  const kind = text.kindAt(at, words);
  for (let previous = text.before(at); previous && text.kindAt(previous, words) === kind; previous = text.before(at)) {
    if (previous.line !== at.line) break;
    at = previous;
  }
  return at;
}
