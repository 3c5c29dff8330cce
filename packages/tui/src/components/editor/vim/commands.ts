import type { Editing } from "../editing.ts";
import type { Position } from "../text-buffer.ts";
import type { FindKey } from "./motions.ts";
import { linesBetween, operate, put, type Register, type Stretch, stretchBetween } from "./operators.ts";
import type { VimText } from "./vim-text.ts";

export type VimMode = "insert" | "normal" | "visual" | "visual line";

export interface Find {
  readonly key: FindKey;
  readonly character: string;
}

/** The state that commands work on. */
export interface VimTarget {
  readonly editing: Editing;
  readonly text: VimText;
  readonly register: Register;
  /** The last `f`, `F`, `t` or `T`, for `;` and `,`. */
  find: Find | undefined;
  /** The position where the selection began. */
  anchor: Position;
  setMode(mode: VimMode): void;
  /** Moves by rows as drawn, and past the edge of the text into the history. */
  stepRow(direction: -1 | 1): void;
}

export interface VimCommand {
  run(target: VimTarget): void;
  /** The action that `.` repeats; absent for commands that change nothing. */
  readonly repeat?: (target: VimTarget) => void;
  /** How many copies of the text inserted after the command are wanted. */
  readonly insertCount?: number;
}

type Command = (target: VimTarget, count: number) => void;

/** Commands of normal mode that change nothing. */
export const QUIET_COMMANDS: Readonly<Record<string, Command>> = {
  v: (target) => startSelection(target, "visual"),
  V: (target) => startSelection(target, "visual line"),
  u: ({ editing }, count) => {
    for (let step = 0; step < count; step++) editing.undo();
  },
  yy: (target, count) => onLines("y", target, count),
  Y: (target, count) => onLines("y", target, count),
};

/** Commands of normal mode that `.` repeats. */
export const CHANGES: Readonly<Record<string, Command>> = {
  i: (target) => target.setMode("insert"),
  a: (target) => insertAt(target, behindCursor(target)),
  I: (target) => insertAt(target, target.text.firstLetter(target.editing.buffer.cursor.line)),
  A: (target) => insertAt(target, endOfLine(target)),
  o: (target) => openLine(target, endOfLine(target), "below"),
  O: (target) => openLine(target, { line: target.editing.buffer.cursor.line, col: 0 }, "above"),
  x: (target, count) => operateTo("d", target, characters(target, count)),
  X: (target, count) => operateTo("d", target, characters(target, -count)),
  s: (target, count) => operateTo("c", target, characters(target, count)),
  D: (target) => operateTo("d", target, endOfLine(target)),
  C: (target) => operateTo("c", target, endOfLine(target)),
  S: (target, count) => onLines("c", target, count),
  dd: (target, count) => onLines("d", target, count),
  cc: (target, count) => onLines("c", target, count),
  J: (target, count) => joinLines(target, Math.max(1, count - 1)),
  "~": (target, count) => {
    const to = characters(target, count);
    changeText(target, stretchBetween(target.text, target.editing.buffer.cursor, to, "exclusive"), toggleCase);
    target.editing.buffer.moveTo(to);
  },
  p: ({ editing, register }, count) => put("after", count, editing, register),
  P: ({ editing, register }, count) => put("before", count, editing, register),
};

export function onLines(operator: "d" | "c" | "y", target: VimTarget, count: number): void {
  const { line } = target.editing.buffer.cursor;
  apply(operator, linesBetween(target.text, line, line + count - 1), target);
}

export function apply(operator: "d" | "c" | "y", stretch: Stretch, target: VimTarget): void {
  operate(operator, stretch, target.editing, target.register);
  if (operator === "c") target.setMode("insert");
}

/** Implements `r`. Does nothing if the line has fewer characters than the count. */
export function replaceCharacters({ editing, text }: VimTarget, count: number, character: string): void {
  const from = editing.buffer.cursor;
  let to = from;
  for (let step = 0; step < count; step++) {
    const next = text.after(to);
    if (next?.line !== from.line) return;
    to = next;
  }
  editing.replace(from, to, character.repeat(count));
  editing.buffer.moveTo(text.before(editing.buffer.cursor) ?? from);
}

/** Joins a line with the lines below it and puts the cursor at the join. */
export function joinLines({ editing, text }: VimTarget, count: number): void {
  const { line } = editing.buffer.cursor;
  for (let step = 0; step < count && line < text.lastLine; step++) {
    const [first, second] = [text.line(line), text.line(line + 1)];
    const indent = /^\s*/u.exec(second)?.[0].length ?? 0;
    const between = indent === second.length || first === "" || /\s$/u.test(first) || second[indent] === ")" ? "" : " ";
    editing.replace({ line, col: first.length }, { line: line + 1, col: indent }, between);
    editing.buffer.moveTo({ line, col: between === "" ? Math.max(0, first.length - 1) : first.length });
  }
}

export function changeText({ editing }: VimTarget, { from, to }: Stretch, change: (text: string) => string): void {
  const before = editing.buffer.textBetween(from, to);
  if (before !== "") editing.replace(from, to, change(before));
}

export function toggleCase(text: string): string {
  return Array.from(text, (letter) => {
    const upper = letter.toUpperCase();
    return letter === upper ? letter.toLowerCase() : upper;
  }).join("");
}

function startSelection(target: VimTarget, mode: VimMode): void {
  target.anchor = target.editing.buffer.cursor;
  target.setMode(mode);
}

function insertAt(target: VimTarget, position: Position): void {
  target.editing.buffer.moveTo(position);
  target.setMode("insert");
}

function openLine(target: VimTarget, at: Position, where: "above" | "below"): void {
  target.editing.replace(at, at, "\n");
  insertAt(target, where === "above" ? at : { line: at.line + 1, col: 0 });
}

function operateTo(operator: "d" | "c", target: VimTarget, to: Position): void {
  apply(operator, stretchBetween(target.text, target.editing.buffer.cursor, to, "exclusive"), target);
}

/** Returns the position `count` characters forward (or back, if negative) within the line. */
function characters({ editing, text }: VimTarget, count: number): Position {
  let at = editing.buffer.cursor;
  for (let step = 0; step < Math.abs(count); step++) {
    const next = count < 0 ? text.before(at) : text.after(at);
    if (next?.line !== at.line) break;
    at = next;
  }
  return at;
}

function behindCursor(target: VimTarget): Position {
  return characters(target, 1);
}

function endOfLine({ editing, text }: VimTarget): Position {
  const { line } = editing.buffer.cursor;
  return { line, col: text.line(line).length };
}
