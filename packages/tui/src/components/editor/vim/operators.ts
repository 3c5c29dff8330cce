import type { Editing } from "../editing.ts";
import type { Position } from "../text-buffer.ts";
import type { Span } from "./motions.ts";
import type { Range } from "./text-objects.ts";
import { isBefore, VimText } from "./vim-text.ts";

export type Operator = "d" | "c" | "y";

/** The range that an operator works on. */
export interface Stretch extends Range {
  readonly isLinewise: boolean;
}

/** Remembers whether the newest cut was linewise, because such a cut is also pasted as whole lines. */
export class Register {
  private linewise: string | undefined;

  isLinewise(text: string): boolean {
    return text === this.linewise;
  }

  keep(editing: Editing, text: string, isLinewise: boolean): void {
    editing.keepCut(text);
    this.linewise = isLinewise ? text : undefined;
  }
}

export function stretchBetween(text: VimText, start: Position, end: Position, span: Span): Stretch {
  const [from, to] = isBefore(end, start) ? [end, start] : [start, end];
  if (span === "linewise") return linesBetween(text, from.line, to.line);
  return { from, to: span === "inclusive" ? behind(text, to) : to, isLinewise: false };
}

export function linesBetween(text: VimText, first: number, last: number): Stretch {
  const end = Math.min(last, text.lastLine);
  return { from: { line: first, col: 0 }, to: { line: end, col: text.line(end).length }, isLinewise: true };
}

/** Cuts or copies a stretch and puts the cursor where vi puts it. For `c`, the caller starts insert mode. */
export function operate(operator: Operator, stretch: Stretch, editing: Editing, register: Register): void {
  const { from, to, isLinewise } = stretch;
  const { buffer } = editing;
  const cut = buffer.textBetween(from, to);
  if (cut === "" && !isLinewise) return;
  register.keep(editing, isLinewise ? `${cut}\n` : cut, isLinewise);
  if (operator === "y") buffer.moveTo(isLinewise ? { line: from.line, col: buffer.cursor.col } : from);
  else if (!isLinewise || operator === "c") editing.replace(from, to, "");
  else removeLines(editing, stretch);
}

/** Removes whole lines with the line feed after them, or the one before them at the end of the text. */
function removeLines(editing: Editing, { from, to }: Stretch): void {
  const { buffer } = editing;
  const text = new VimText(editing);
  if (to.line < text.lastLine) editing.replace(from, { line: to.line + 1, col: 0 }, "");
  else if (from.line > 0) editing.replace({ line: from.line - 1, col: text.line(from.line - 1).length }, to, "");
  else editing.replace(from, to, "");
  buffer.moveTo(text.firstLetter(Math.min(from.line, text.lastLine)));
}

/** Pastes: `p` after the cursor or below its line, `P` before or above. */
export function put(where: "after" | "before", count: number, editing: Editing, register: Register): void {
  const cut = editing.newestCut;
  if (cut === undefined) return;
  if (register.isLinewise(cut)) putLines(where, cut.repeat(count), editing);
  else putText(where, cut.repeat(count), editing);
}

function putLines(where: "after" | "before", cut: string, editing: Editing): void {
  const text = new VimText(editing);
  const { line } = editing.buffer.cursor;
  const target = where === "after" ? line + 1 : line;
  const end = { line, col: text.line(line).length };
  if (target > text.lastLine) editing.replace(end, end, `\n${cut.slice(0, -1)}`);
  else editing.replace({ line: target, col: 0 }, { line: target, col: 0 }, cut);
  editing.buffer.moveTo(text.firstLetter(target));
}

function putText(where: "after" | "before", cut: string, editing: Editing): void {
  const text = new VimText(editing);
  const { cursor } = editing.buffer;
  const at = where === "after" ? behind(text, cursor) : cursor;
  editing.replace(at, at, cut);
  const last = text.before(editing.buffer.cursor);
  editing.buffer.moveTo(cut.includes("\n") ? at : (last ?? at));
}

/** Returns the position after the character at a position, within the same line. */
function behind(text: VimText, at: Position): Position {
  const next = text.after(at);
  return next && next.line === at.line ? next : { line: at.line, col: text.line(at.line).length };
}
