import { detectLineEnding, normalizeToLF, restoreLineEndings } from "../../files/index.ts";
import { ToolError } from "../tool-error.ts";
import { refuseElidedText } from "./elided-text.ts";
import { fuzzyView, normalizeForFuzzyMatch } from "./fuzzy-view.ts";
import { keepLines } from "./look-alikes.ts";
import { nearestLines } from "./nearest-lines.ts";
import type { TextView } from "./text-view.ts";
import { exactView } from "./text-view.ts";

export interface Edit {
  oldText: string;
  newText: string;
}

/** Applies all edits or throws. Everything outside the matches stays the same, byte for byte. */
export function applyEdits(content: string, edits: readonly Edit[], path: string): string {
  const search = new Search(content, path, edits.length);
  const ending = detectLineEnding(content);
  const replacements = edits
    .map((edit, index) => {
      const range = search.find(edit.oldText, index);
      const newText = normalizeToLF(edit.newText);
      refuseElidedText(newText.split("\n"), content, path);
      const text = range.isExact ? newText : keepOriginal(content.slice(range.start, range.end), edit, path);
      return { ...range, index, text: restoreLineEndings(text, ending) };
    })
    .sort((a, b) => a.start - b.start);
  const pieces: string[] = [];
  let end = 0;
  for (const [order, replacement] of replacements.entries()) {
    if (replacement.start < end) throw overlap(replacements[order - 1]?.index ?? 0, replacement.index, path);
    pieces.push(content.slice(end, replacement.start), replacement.text);
    end = replacement.end;
  }
  const changed = pieces.join("") + content.slice(end);
  if (changed !== content) return changed;
  throw new ToolError("no-change", `No changes made to ${path}: the new text is the same as the old.`);
}

interface Range {
  readonly start: number;
  readonly end: number;
  /** The text was found exactly as given. */
  readonly isExact: boolean;
}

/** Returns the new text, keeping the file's own blanks, quotes and dashes wherever the edit changes nothing. */
function keepOriginal(found: string, edit: Edit, path: string): string {
  const own = normalizeToLF(found).split("\n");
  const [given, fresh] = [normalizeToLF(edit.oldText).split("\n"), normalizeToLF(edit.newText).split("\n")];
  const kept = keepLines(own, given, fresh);
  if (kept) return kept.join("\n");
  throw new ToolError(
    "no-match",
    `The text to replace in ${path} only looks like that of the file: some quotes, dashes or spaces are other characters there. Read the lines and copy them.`,
  );
}

/** Searches for the exact text first, and for look-alike text only if that fails. */
class Search {
  private readonly content: string;
  private readonly path: string;
  private readonly editCount: number;
  private readonly exact: TextView;
  private fuzzy: TextView | undefined;

  constructor(content: string, path: string, editCount: number) {
    this.content = content;
    this.path = path;
    this.editCount = editCount;
    this.exact = exactView(content);
  }

  find(oldText: string, index: number): Range {
    const name = this.editCount === 1 ? "oldText" : `edits[${index}].oldText`;
    const wanted = normalizeToLF(oldText);
    if (wanted === "") {
      const advice =
        this.content === "" ? ", and so is the file: use write." : `: give the text to replace in ${this.path}.`;
      throw new ToolError("invalid-argument", `${name} is empty${advice}`);
    }
    return this.findIn(this.exact, wanted, name) ?? this.findFuzzily(wanted, name);
  }

  private findFuzzily(wanted: string, name: string): Range {
    this.fuzzy ??= fuzzyView(this.content);
    const plain = normalizeForFuzzyMatch(wanted);
    const range = plain.trim() === "" ? undefined : this.findIn(this.fuzzy, plain, name);
    if (range) return range;
    throw new ToolError(
      "no-match",
      `Could not find ${name} in ${this.path}. It must match the file exactly, blanks and line breaks included. ${this.hint(wanted)}`,
    );
  }

  private findIn(view: TextView, wanted: string, name: string): Range | undefined {
    const at = view.text.indexOf(wanted);
    if (at === -1) return undefined;
    const occurrences = countOccurrences(view.text, wanted, at);
    if (occurrences === 1)
      return { start: view.startOf(at), end: view.endOf(at + wanted.length - 1), isExact: view === this.exact };
    throw new ToolError(
      "ambiguous-match",
      `Found ${occurrences} occurrences of ${name} in ${this.path}. It must be unique: add lines around it.`,
    );
  }

  private hint(wanted: string): string {
    const nearest = nearestLines(wanted.split("\n"), normalizeToLF(this.content).split("\n"));
    return nearest ?? "Read the file again and copy the text from it.";
  }
}

function countOccurrences(text: string, wanted: string, first: number): number {
  let count = 0;
  for (let at = first; at !== -1; at = text.indexOf(wanted, at + 1)) count++;
  return count;
}

function overlap(first: number, second: number, path: string): ToolError {
  return new ToolError("overlap", `edits[${first}] and edits[${second}] overlap in ${path}. Join them into one edit.`);
}
