import { diffArrays } from "diff";

/** A change of one file that was made somewhere. */
export interface EditCase {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** A line of the file before the change, after it, or both. */
export interface Item {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

export function itemsOf({ before, after }: Pick<EditCase, "before" | "after">): Item[] {
  const parts = diffArrays(linesOf(before), linesOf(after));
  return parts.flatMap(({ added, removed, value }) =>
    value.map((text): Item => ({ kind: added ? "added" : removed ? "removed" : "same", text })),
  );
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

export function textBefore(items: readonly Item[]): string {
  return textOf(items, "added");
}

export function textAfter(items: readonly Item[]): string {
  return textOf(items, "removed");
}

function textOf(items: readonly Item[], without: Item["kind"]): string {
  return items
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => `${text}\n`)
    .join("");
}

/** A run of changed lines with some around it. */
export interface ItemHunk {
  /** Of its first line in the file before, counted from 1. */
  readonly first: number;
  readonly items: readonly Item[];
}

export function hunksOf(items: readonly Item[], context: number): ItemHunk[] {
  const hunks: { first: number; items: Item[] }[] = [];
  const isNear = items.map((_, index) =>
    items.slice(Math.max(0, index - context), index + context + 1).some(({ kind }) => kind !== "same"),
  );
  let line = 1;
  for (const [index, item] of items.entries()) {
    if (isNear[index]) {
      if (!isNear[index - 1]) hunks.push({ first: line, items: [] });
      hunks.at(-1)?.items.push(item);
    }
    if (item.kind !== "added") line++;
  }
  return hunks;
}

const MAX_LINES = 1500;
const MAX_CHANGED = 60;
const MAX_HUNKS = 8;

/** Whether a person would make the change by hand: not too much of it, in a file of ordinary lines. */
export function isOrdinary({ before, after }: Pick<EditCase, "before" | "after">): boolean {
  const isText = (text: string) => /^[^\0\r]*\n$/.test(text) && !/^.{300}/m.test(text) && !text.includes("@generated");
  if (!isText(before) || !isText(after) || before === after) return false;
  const [old, fresh] = [before.split("\n").length, after.split("\n").length];
  if (Math.min(old, fresh) < 8 || Math.max(old, fresh) > MAX_LINES) return false;
  const items = itemsOf({ before, after });
  const changed = items.filter(({ kind }) => kind !== "same").length;
  return changed > 0 && changed <= MAX_CHANGED && changed * 2 < items.length && hunksOf(items, 3).length <= MAX_HUNKS;
}
