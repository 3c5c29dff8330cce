import { normalizeForFuzzyMatch } from "../fuzzy-view.ts";

/** Characters that a model may write for others which look the same: curly quotes, long dashes, unusual spaces. */
const LOOK_ALIKE = /[\u2018-\u201b\u2032\u201c-\u201f\u2033\u2010-\u2015\u2212\u00a0\u2000-\u200a\u202f\u205f\u3000]/;

export function isAlike(a: string, b: string): boolean {
  return a === b || normalizeForFuzzyMatch(a) === normalizeForFuzzyMatch(b);
}

/**
 * The new line with those characters of the file's line that it only copies. `given` is the old line as the model wrote it. Undefined
 * where the two cannot be laid side by side.
 */
export function keepCharacters(line: string, given: string, fresh: string): string | undefined {
  if (line === given) return fresh;
  const [own, old] = [line.trimEnd(), given.trimEnd()];
  if (own === old) return fresh;
  if (own.length !== old.length) return undefined;
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old[head] === fresh[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail++;
  return own.slice(0, head) + fresh.slice(head, fresh.length - tail) + own.slice(own.length - tail);
}

/**
 * Whether a new line has a plain character where the old one has another that looks like it, though the line changes elsewhere too. A
 * change of nothing but such characters is meant.
 */
export function losesCharacters(line: string, fresh: string): boolean {
  if (!LOOK_ALIKE.test(line) || line === fresh) return false;
  const [plainLine, plainFresh] = [normalizeForFuzzyMatch(line), normalizeForFuzzyMatch(fresh)];
  if (plainLine.length !== line.trimEnd().length || plainFresh.length !== fresh.trimEnd().length) return false;
  const shorter = Math.min(plainLine.length, plainFresh.length);
  const differs = (own: number, other: number) => line[own] !== fresh[other];
  let head = 0;
  while (head < shorter && plainLine[head] === plainFresh[head]) {
    if (differs(head, head)) return true;
    head++;
  }
  for (let tail = 1; tail <= shorter - head; tail++) {
    const [own, other] = [plainLine.length - tail, plainFresh.length - tail];
    if (plainLine[own] !== plainFresh[other]) return false;
    if (differs(own, other)) return true;
  }
  return false;
}
