import type { Editing } from "./editing.ts";
import { nextBoundary } from "./grapheme-boundary.ts";
import type { Motion } from "./motion.ts";
import type { Position } from "./text-buffer.ts";

/** What commands work on. */
export interface VimTarget {
  readonly editing: Editing;
  readonly motion: Motion;
  insertMode(): void;
}

type VimCommand = (target: VimTarget) => void;

const OPERATORS = new Set(["d", "c", "y"]);
const MAX_COUNT = 9999;

/** What keys typed in normal mode ask for: `[count][operator][count]motion` or `[count]command`. */
export function readVimKeys(keys: string): VimCommand | "incomplete" | "unknown" {
  const match = /^([1-9]\d*)?([dcy])?([1-9]\d*)?(.*)$/su.exec(keys);
  const [, first = "1", operator = "", second = "1", rest = ""] = match ?? [];
  const count = Math.min(MAX_COUNT, Number(first) * Number(second));
  if (rest === "" || rest === "g") return "incomplete";
  if (operator && rest === operator) return (target) => operateOnLines(operator, count, target);
  if (operator && OPERATORS.has(rest)) return "unknown";
  const motion = MOTIONS[rest];
  if (motion && operator) return (target) => operate(operator, motion, count, target);
  const command = motion?.move ?? (operator ? undefined : COMMANDS[rest]);
  return command ? repeated(command, count) : "unknown";
}

function repeated(command: VimCommand, count: number): VimCommand {
  return (target) => {
    for (let step = 0; step < count; step++) command(target);
  };
}

interface VimMotion {
  readonly move: VimCommand;
  /** An operator takes whole lines. */
  readonly isLinewise?: boolean;
}

const MOTIONS: Readonly<Record<string, VimMotion>> = {
  h: { move: leftInLine },
  l: { move: rightInLine },
  " ": { move: rightInLine },
  j: { move: ({ motion }) => motion.rows(1), isLinewise: true },
  k: { move: ({ motion }) => motion.rows(-1), isLinewise: true },
  w: { move: nextWord },
  e: { move: ({ motion }) => motion.wordRight() },
  b: { move: ({ motion }) => motion.wordLeft() },
  "0": { move: ({ motion }) => motion.lineStart() },
  "^": { move: firstLetter },
  $: { move: ({ motion }) => motion.lineEnd() },
  gg: { move: ({ motion }) => motion.textStart(), isLinewise: true },
  G: { move: ({ motion }) => motion.textEnd(), isLinewise: true },
};

/** Commands of normal mode that take neither operator nor motion. */
const COMMANDS: Readonly<Record<string, VimCommand>> = {
  i: (target) => target.insertMode(),
  a: (target) => insertAfter(target, rightInLine),
  I: (target) => insertAfter(target, firstLetter),
  A: (target) => insertAfter(target, ({ motion }) => motion.lineEnd()),
  o: (target) => openLine(target, "below"),
  O: (target) => openLine(target, "above"),
  x: ({ editing }) => editing.kill(editing.buffer.cursor, characterAfter(editing), "forward"),
  X: ({ editing }) => {
    if (editing.buffer.cursor.col > 0) editing.deleteBackward();
  },
  D: ({ editing }) => killToEnd(editing),
  C: (target) => {
    killToEnd(target.editing);
    target.insertMode();
  },
  S: (target) => changeLines(target),
  J: (target) => joinLines(target),
  p: pasteAfter,
  P: ({ editing }) => editing.yank(),
  u: ({ editing }) => editing.undo(),
  U: ({ editing }) => editing.redo(),
};

/** Applies `d`, `c` or `y` from where the cursor is to where a motion takes it. */
function operate(operator: string, vimMotion: VimMotion, count: number, target: VimTarget): void {
  const { editing } = target;
  const { state } = editing.buffer;
  const start = editing.buffer.cursor;
  for (let step = 0; step < count; step++) vimMotion.move(target);
  const [from, to] = ordered(start, editing.buffer.cursor);
  // Undo leads back to where the cursor was, not to where the motion took it.
  editing.buffer.restore(state);
  take(operator, vimMotion.isLinewise ? wholeLines(editing, from, to) : { from, to }, target, state);
}

/** `dd`, `cc`, `yy`: as many lines as counted. */
function operateOnLines(operator: string, count: number, target: VimTarget): void {
  const { editing } = target;
  const { line } = editing.buffer.cursor;
  if (operator === "c") {
    changeLines(target);
    return;
  }
  const last = Math.min(line + count - 1, editing.buffer.lines.length - 1);
  take(operator, wholeLines(editing, { line, col: 0 }, { line: last, col: 0 }), target, editing.buffer.state);
}

interface Range {
  readonly from: Position;
  readonly to: Position;
}

function take(operator: string, { from, to }: Range, target: VimTarget, before: Editing["buffer"]["state"]): void {
  const { editing } = target;
  editing.kill(from, to, "forward");
  editing.endSequence();
  if (operator === "y") editing.buffer.restore(before);
  if (operator === "c") target.insertMode();
}

function ordered(a: Position, b: Position): readonly [Position, Position] {
  return a.line < b.line || (a.line === b.line && a.col <= b.col) ? [a, b] : [b, a];
}

/** With the line feed after them, or before them at the end of the text. */
function wholeLines(editing: Editing, from: Position, to: Position): Range {
  const { lines } = editing.buffer;
  if (to.line < lines.length - 1) return { from: { line: from.line, col: 0 }, to: { line: to.line + 1, col: 0 } };
  const end = { line: to.line, col: lines[to.line]?.length ?? 0 };
  if (from.line === 0) return { from: { line: 0, col: 0 }, to: end };
  return { from: { line: from.line - 1, col: lines[from.line - 1]?.length ?? 0 }, to: end };
}

/** What was cut as whole lines goes below this one. */
function pasteAfter(target: VimTarget): void {
  const { editing, motion } = target;
  const { line } = editing.buffer.cursor;
  const cut = editing.newestCut ?? "";
  if (cut.startsWith("\n")) motion.lineEnd();
  else if (!cut.endsWith("\n")) rightInLine(target);
  else if (line < editing.buffer.lines.length - 1) motion.moveTo({ line: line + 1, col: 0 });
  else {
    motion.lineEnd();
    editing.insert(`\n${cut.slice(0, -1)}`);
    return;
  }
  editing.yank();
}

function leftInLine({ editing, motion }: VimTarget): void {
  if (editing.buffer.cursor.col > 0) motion.left();
}

function rightInLine({ editing, motion }: VimTarget): void {
  if (editing.buffer.cursor.col < editing.buffer.line.length) motion.right();
}

/** Behind the character under the cursor; a paste marker is one. */
function characterAfter({ buffer, markers }: Editing): Position {
  const { line, col } = buffer.cursor;
  return { line, col: nextBoundary(buffer.line, col, markers.rangesIn(buffer.line)) };
}

function killToEnd(editing: Editing): void {
  const { line } = editing.buffer.cursor;
  editing.kill(editing.buffer.cursor, { line, col: editing.buffer.line.length }, "forward");
}

function changeLines(target: VimTarget): void {
  const { line } = target.editing.buffer.cursor;
  target.editing.kill({ line, col: 0 }, { line, col: target.editing.buffer.line.length }, "forward");
  target.insertMode();
}

function joinLines({ editing, motion }: VimTarget): void {
  const { line } = editing.buffer.cursor;
  const next = editing.buffer.lines[line + 1];
  if (next === undefined) return;
  const { length } = editing.buffer.line;
  motion.lineEnd();
  editing.deleteForward();
  editing.insert(next.trim() === "" ? "" : " ");
  motion.moveTo({ line, col: length });
}

function openLine(target: VimTarget, where: "above" | "below"): void {
  if (where === "below") target.motion.lineEnd();
  else target.motion.lineStart();
  target.editing.insert("\n");
  if (where === "above") target.motion.left();
  target.insertMode();
}

function insertAfter(target: VimTarget, move: VimCommand): void {
  move(target);
  target.insertMode();
}

function firstLetter({ editing, motion }: VimTarget): void {
  const col = editing.buffer.line.search(/\S/u);
  motion.moveTo({ line: editing.buffer.cursor.line, col: Math.max(0, col) });
}

/** To the start of the next word, where `e` stops at the end of this one. */
function nextWord({ editing, motion }: VimTarget): void {
  const { line, col } = editing.buffer.cursor;
  const text = editing.buffer.line;
  if (col >= text.length) {
    motion.right();
    return;
  }
  const isBlank = /\s/u.test(text.charAt(col));
  const end = isBlank ? col : editing.wordEnd(text, col);
  const blanks = /^\s*/u.exec(text.slice(end))?.[0].length ?? 0;
  motion.moveTo({ line, col: end + blanks });
}
