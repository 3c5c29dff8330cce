import { type CellChange, EMPTY } from "./notebook-file.ts";

/**
 * Returns the text of a notebook with other cells. Everything outside of the changed cells keeps every byte: a notebook that is parsed and
 * written anew would have other numbers, escapes and indentation in places that nobody changed. The text must be a notebook that parses;
 * of several changes, each must replace cells.
 */
export function spliceCells(text: string, changes: readonly CellChange[]): string {
  const whole = text.trim() === "" ? `${JSON.stringify(EMPTY, undefined, 1)}\n` : text;
  const parts = cellsIn(whole);
  // From the last to the first, so that the earlier places stay valid.
  return changes.toSorted((a, b) => b.at - a.at).reduce((result, change) => spliceOne(result, change, parts), whole);
}

function spliceOne(text: string, { at, removed, cells }: CellChange, { list, items }: CellParts): string {
  const layout = layoutOf(text);
  const written = cells.map((cell) => layout.write(cell));
  const [before, after] = [items[at - 1], items[at + removed]];
  const [first, last] = [items[at], items[at + removed - 1]];
  if (removed > 0 && written.length > 0 && first && last)
    return text.slice(0, first.start) + written.join(layout.comma) + text.slice(last.end);
  if (after) {
    // Before another cell: each of the new ones brings the comma behind it.
    const inserted = written.map((cell) => cell + layout.comma).join("");
    return text.slice(0, (first ?? after).start) + inserted + text.slice(after.start);
  }
  const inserted = written.map((cell) => layout.comma + cell).join("");
  if (before) return text.slice(0, before.end) + inserted + text.slice(removed > 0 ? last?.end : before.end);
  const only = written.length === 0 ? "" : layout.first + written.join(layout.comma) + layout.end;
  return `${text.slice(0, list.start)}[${only}]${text.slice(list.end)}`;
}

interface Layout {
  /** What stands between two cells, before the first and behind the last. */
  readonly comma: string;
  readonly first: string;
  readonly end: string;
  write(cell: object): string;
}

/** Returns how the text is laid out: its line ends, and the indentation of its first line. */
function layoutOf(text: string): Layout {
  const [, lineEnd, indent] = /^\s*\{(\r?\n)([ \t]*)/.exec(text) ?? [];
  if (lineEnd === undefined || indent === undefined)
    return { comma: ",", first: "", end: "", write: (cell) => JSON.stringify(cell) };
  const inner = lineEnd + indent.repeat(2);
  return {
    comma: `,${inner}`,
    first: inner,
    end: lineEnd + indent,
    write: (cell) => JSON.stringify(cell, undefined, indent).replaceAll("\n", inner),
  };
}

interface Part {
  readonly start: number;
  readonly end: number;
}

/** The list of cells, and its items. */
interface CellParts {
  readonly list: Part;
  readonly items: readonly Part[];
}

function cellsIn(text: string): CellParts {
  let list: Part = { start: text.length, end: text.length };
  for (const { start, end } of itemsOf(text, text.indexOf("{"))) {
    const keyEnd = endOfValue(text, start);
    if (JSON.parse(text.slice(start, keyEnd)) !== "cells") continue;
    // Of two members with one name, the last counts.
    list = { start: skipBlanks(text, text.indexOf(":", keyEnd) + 1), end };
  }
  return { list, items: itemsOf(text, list.start) };
}

/** Returns the items of a list, or the members of an object, that begins at `start`. */
function itemsOf(text: string, start: number): Part[] {
  const items: Part[] = [];
  for (let at = skipBlanks(text, start + 1); at < text.length && text[at] !== "]" && text[at] !== "}"; ) {
    let end = endOfValue(text, at);
    const colon = skipBlanks(text, end);
    if (text[colon] === ":") end = endOfValue(text, skipBlanks(text, colon + 1));
    items.push({ start: at, end });
    at = skipBlanks(text, end);
    if (text[at] === ",") at = skipBlanks(text, at + 1);
  }
  return items;
}

const END_OF_SCALAR = /[\]},\s]/g;
const MARK = /["[\]{}]/g;

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text[at] ?? "")) at++;
  return at;
}

function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start);
  if (text[start] === "{" || text[start] === "[") return endOfGroup(text, start);
  END_OF_SCALAR.lastIndex = start;
  return END_OF_SCALAR.exec(text)?.index ?? text.length;
}

function endOfGroup(text: string, start: number): number {
  let depth = 0;
  for (let at = start; ; ) {
    MARK.lastIndex = at;
    const found = MARK.exec(text);
    if (!found) return text.length;
    const [mark] = found;
    at = mark === '"' ? endOfString(text, found.index) : found.index + 1;
    if (mark === "{" || mark === "[") depth++;
    else if (mark !== '"' && --depth === 0) return at;
  }
}

function endOfString(text: string, start: number): number {
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return text.length;
    let escapes = 0;
    while (text[quote - 1 - escapes] === "\\") escapes++;
    if (escapes % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}
