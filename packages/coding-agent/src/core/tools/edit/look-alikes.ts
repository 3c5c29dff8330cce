import { diffArrays } from "diff";
import { fuzzyView, normalizeForFuzzyMatch } from "./fuzzy-view.ts";

/** Characters for which a model may write others that look the same: curly quotes, long dashes, unusual spaces. */
const LOOK_ALIKE = /[\u2018-\u201b\u2032\u201c-\u201f\u2033\u2010-\u2015\u2212\u00a0\u2000-\u200a\u202f\u205f\u3000]/;

export function isAlike(a: string, b: string): boolean {
  return a === b || normalizeForFuzzyMatch(a) === normalizeForFuzzyMatch(b);
}

/** Returns the new line with the file's own characters where it only copies them. `given` is the old line as the model wrote it. */
function keepCharacters(line: string, given: string, fresh: string): string {
  if (line.trimEnd() === given.trimEnd()) return fresh;
  const [own, made] = [fuzzyView(line), fuzzyView(fresh)];
  const [before, after] = [own.text, made.text];
  const { head, tail } = sameEnds(before, after);
  const isWhole = after.length === head + tail;
  return [
    head === 0 ? "" : line.slice(0, own.endOf(head - 1)),
    isWhole ? "" : fresh.slice(made.startOf(head), made.endOf(after.length - tail - 1)),
    tail === 0 ? "" : line.slice(own.startOf(before.length - tail), own.endOf(before.length - 1)),
  ].join("");
}

/**
 * Returns the new lines, with the file's own lines where they only repeat old ones. `own` are the old lines in the
 * file, `given` the same lines as the model wrote them. Returns `undefined` if a changed line cannot be matched with
 * one of the file.
 */
export function keepLines(
  own: readonly string[],
  given: readonly string[],
  fresh: readonly string[],
): string[] | undefined {
  const result: string[] = [];
  let at = 0;
  const parts = diffArrays([...given], [...fresh]);
  for (const [index, { added, removed, value }] of parts.entries()) {
    const isReplaced = removed && parts[index + 1]?.added === true;
    if (added && !parts[index - 1]?.removed) result.push(...value);
    if (added) continue;
    const old = own.slice(at, at + value.length);
    at += value.length;
    if (!removed) result.push(...old);
    if (!isReplaced) continue;
    const changed = keepChanged(old, value, parts[index + 1]?.value ?? []);
    if (!changed) return undefined;
    result.push(...changed);
  }
  return result;
}

/** Does the same for lines that all change. */
export function keepChanged(
  own: readonly string[],
  given: readonly string[],
  fresh: readonly string[],
): string[] | undefined {
  if (own.every((line, index) => line.trimEnd() === given[index]?.trimEnd())) return [...fresh];
  if (own.length !== fresh.length) return undefined;
  return fresh.map((line, index) => keepCharacters(own[index] ?? "", given[index] ?? "", line));
}

/**
 * Returns whether a new line has a plain character where the old one has a look-alike, although the line also changes
 * elsewhere. A line that changes only such characters does so on purpose.
 */
export function losesCharacters(line: string, fresh: string): boolean {
  if (!LOOK_ALIKE.test(line) || line === fresh) return false;
  const [own, made] = [fuzzyView(line), fuzzyView(fresh)];
  const { head, tail } = sameEnds(own.text, made.text);
  const isLost = (at: number, other: number) =>
    line.slice(own.startOf(at), own.endOf(at)) !== fresh.slice(made.startOf(other), made.endOf(other));
  for (let at = 0; at < head; at++) if (isLost(at, at)) return true;
  for (let back = 1; back <= tail; back++) if (isLost(own.text.length - back, made.text.length - back)) return true;
  return false;
}

/** Returns the lengths of the common start and end of two texts. */
function sameEnds(a: string, b: string): { readonly head: number; readonly tail: number } {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return { head, tail };
}

/**
 * Returns the index of the first line whose look-alikes new lines would replace by plain characters, although they change more than that.
 * Returns -1 if there is none.
 */
export function lostCharactersAt(before: readonly string[], fresh: readonly string[]): number {
  const isPaired = before.length === fresh.length;
  if (isPaired && before.every((line, index) => isAlike(line, fresh[index] ?? ""))) return -1;
  return before.findIndex((line, index) => {
    const pairs = isPaired ? [fresh[index] ?? ""] : fresh;
    return pairs.some((each) => losesCharacters(line, each)) && !pairs.includes(line);
  });
}
