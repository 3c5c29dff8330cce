import { showAnchor } from "../../../src/core/tools/edit/edit-modes/hashline/anchor.ts";
import { hunksOf, type Item, type ItemHunk } from "./edit-case.ts";
import type { PerturbedEdit } from "./perturb.ts";

const CONTEXT = 3;

/** The arguments of a call of `edit`, by mode. */
export const encoders: Readonly<Record<string, (edit: PerturbedEdit, path: string) => object>> = {
  replace: (edit, path) => ({
    path,
    edits: quotedHunks(edit).map((hunk) => ({
      oldText: linesWithout("added", hunk.items),
      newText: linesWithout("removed", hunk.items),
    })),
  }),

  patch: (edit, path) => {
    const { shift = 0 } = edit;
    const hunks = quotedHunks(edit).map((hunk) => {
      const [old, fresh] = [count("added", hunk.items), count("removed", hunk.items)];
      const first = Math.max(1, hunk.first + shift);
      return [`@@ -${first},${old} +${first},${fresh} @@`, ...hunk.items.map(signed)].join("\n");
    });
    return { input: `--- a/${path}\n+++ b/${path}\n${hunks.join("\n")}\n` };
  },

  apply_patch: (edit, path) => {
    const hunks = quotedHunks(edit).map((hunk) => ["@@", ...hunk.items.map(signed)].join("\n"));
    return { input: `*** Begin Patch\n*** Update File: ${path}\n${hunks.join("\n")}\n*** End Patch` };
  },

  hashline: ({ items, seen, shift = 0 }, path) => {
    const lines = seen.split("\n");
    const anchor = (number: number) => {
      const shown = showAnchor(number, lines[number - 1] ?? "");
      return `${Math.max(1, number + shift)}${shown.slice(-2)}`;
    };
    const ops = hunksOf(items, 0).map((hunk) => {
      const removed = hunk.items.filter(({ kind }) => kind === "removed").length;
      const payload = hunk.items.filter(({ kind }) => kind === "added").map(({ text }) => `~${text}`);
      const range = `${anchor(hunk.first)}..${anchor(hunk.first + removed - 1)}`;
      if (removed > 0) return [payload.length > 0 ? `= ${range}` : `- ${range}`, ...payload].join("\n");
      return [hunk.first === 1 ? "+ BOF" : `+ ${anchor(hunk.first - 1)}`, ...payload].join("\n");
    });
    return { input: `@@ ${path}\n${ops.join("\n")}\n` };
  },

  vim: (edit, path) => {
    const lines = edit.seen.split("\n").slice(0, -1);
    const commands = hunksOf(quoted(edit), 0).map((hunk) => vimCommand(hunk, lines, edit));
    return { input: `:e ${path}\n${commands.join("\n")}\n` };
  },
};

function vimCommand({ first, items }: ItemHunk, lines: readonly string[], edit: PerturbedEdit): string {
  const removed = items.filter(({ kind }) => kind === "removed").length;
  const added = items.filter(({ kind }) => kind === "added").map(({ text }) => text);
  const address = (number: number) => vimAddress(number - 1, lines, edit);
  // A range ends with the first line that matches, so that earlier ones are named as well.
  const end = range(first, first + removed - 2)
    .filter((at) => lines[at]?.trimEnd() === lines[first + removed - 2]?.trimEnd())
    .map((at) => vimPattern(lines[at] ?? "", edit))
    .join(" ");
  const named = removed > 1 ? `${address(first)},${end}` : address(first);
  if (removed > 0) return added.length > 0 ? [`:${named}c`, ...added, "."].join("\n") : `:${named}d`;
  // The first line is named, too: its text tells how the model writes lines.
  const place = first === 1 ? `${address(1)}i` : `${address(first - 1)}a`;
  return [`:${place}`, ...added, "."].join("\n");
}

/** The line's text, after that of a line above which is there once, if the line's own is there more often. */
function vimAddress(index: number, lines: readonly string[], edit: PerturbedEdit): string {
  const isAt = (at: number) => lines[at]?.trimEnd() === lines[index]?.trimEnd();
  const own = vimPattern(lines[index] ?? "", edit);
  const isBlank = (at: number) => (lines[at] ?? "").trim() === "";
  if (edit.isCareless || (!isBlank(index) && lines.filter((_, at) => isAt(at)).length === 1)) return own;
  for (let above = index - 1; above >= 0; above--) {
    const isOnce = lines.filter((line) => line.trimEnd() === lines[above]?.trimEnd()).length === 1;
    if (isOnce && !isBlank(above))
      return [above, ...range(above + 1, index).filter(isAt)].map((at) => vimPattern(lines[at] ?? "", edit)).join(" ");
  }
  return own;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function vimPattern(line: string, { quote = (text) => text }: PerturbedEdit): string {
  return `/\\V\\^${quote(line).replace(/[\\/]/g, "\\$&")}\\$/`;
}

/** With three lines around each change, and with more where these are there twice. */
function quotedHunks(edit: PerturbedEdit): ItemHunk[] {
  const items = quoted(edit);
  const seen = visible(linesWithout("added", edit.items));
  for (let context = CONTEXT; ; context += CONTEXT) {
    const hunks = hunksOf(items, context);
    const isEnough = edit.isCareless || context > MAX_CONTEXT;
    if (
      isEnough ||
      hunksOf(edit.items, context).every((hunk) => occursOnce(visible(linesWithout("added", hunk.items)), seen))
    )
      return hunks;
  }
}

const MAX_CONTEXT = 60;

/** What a model sees of a text. */
function visible(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .join("\n");
}

function occursOnce(part: string, whole: string): boolean {
  return part.trim() !== "" && `\n${whole}\n`.split(`\n${part}\n`).length === 2;
}

function quoted({ items, quote = (line) => line }: PerturbedEdit): Item[] {
  return items.map(({ kind, text }) => ({ kind, text: quote(text) }));
}

const SIGNS = { same: " ", removed: "-", added: "+" } as const;

function signed({ kind, text }: Item): string {
  return SIGNS[kind] + text;
}

function linesWithout(without: Item["kind"], items: readonly Item[]): string {
  return items
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join("\n");
}

function count(without: Item["kind"], items: readonly Item[]): number {
  return items.filter(({ kind }) => kind !== without).length;
}
