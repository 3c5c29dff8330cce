export interface FuzzyMatch {
  matches: boolean;
  /** Lower is better. */
  score: number;
}

const NO_MATCH: FuzzyMatch = { matches: false, score: 0 };

const BOUNDARY = -12;
const CONSECUTIVE = -6;
const EXACT = -60;
const PREFIX = -30;
const GAP = 2;
const MAX_GAP_PENALTY = 20;
const LENGTH = 0.05;
const SWAPPED = 5;
/** Matches a version before or after its name, so that `4opus` also finds `opus4`. */
const LETTERS_AND_DIGITS = /^([a-z]+(?=\d+$)|\d+(?=[a-z]+$))(.+)$/;

/** Returns whether all characters of the query occur in the text in order, ignoring case, and a score for how close together they are. */
export function fuzzyMatch(query: string, text: string): FuzzyMatch {
  return matchLowered(query.toLowerCase(), text.toLowerCase(), text);
}

/** Returns the items that match every token of the query (split at spaces and slashes), best first, ties in the given order. */
export function fuzzyFilter<T>(items: T[], query: string, getText: (item: T) => string): T[] {
  const tokens = query
    .toLowerCase()
    .split(/[\s/]+/)
    .filter(Boolean);
  if (tokens.length === 0) return items;
  const scored: { item: T; score: number }[] = [];
  for (const item of items) {
    const text = getText(item);
    const lowered = text.toLowerCase();
    let score = 0;
    const all = tokens.every((token) => {
      const match = matchLowered(token, lowered, text);
      score += match.score;
      return match.matches;
    });
    if (all) scored.push({ item, score });
  }
  return scored.sort((a, b) => a.score - b.score).map(({ item }) => item);
}

function matchLowered(query: string, lowered: string, text: string): FuzzyMatch {
  if (query === "") return { matches: true, score: 0 };
  const match = matchInOrder(query, lowered, text);
  if (match.matches) return match;
  const swapped = LETTERS_AND_DIGITS.exec(query);
  if (!swapped) return NO_MATCH;
  const [, first = "", second = ""] = swapped;
  const other = matchInOrder(second + first, lowered, text);
  return other.matches ? { matches: true, score: other.score + SWAPPED } : NO_MATCH;
}

function matchInOrder(query: string, lowered: string, text: string): FuzzyMatch {
  const end = lastMatchedIndex(query, lowered);
  if (end < 0) return NO_MATCH;
  const whole = lowered.indexOf(query);
  const best = whole >= 0 ? substringScore(query, lowered, text, whole) : scatteredScore(query, lowered, text, end);
  return { matches: true, score: Math.min(best, initialsScore(query, lowered, text)) };
}

function substringScore(query: string, lowered: string, text: string, first: number): number {
  let at = first;
  // An occurrence at the start of a word scores better than an earlier one inside a word.
  while (at >= 0 && !isBoundary(text, at)) at = lowered.indexOf(query, at + 1);
  const place = at < 0 ? first : at;
  const whole = query.length === lowered.length ? EXACT : 0;
  const start = place === 0 ? PREFIX : 0;
  const boundary = at < 0 ? 0 : 2 * BOUNDARY;
  return CONSECUTIVE * query.length + boundary + whole + start + LENGTH * (text.length + place);
}

function lastMatchedIndex(query: string, lowered: string): number {
  let from = 0;
  for (const character of query) {
    const at = lowered.indexOf(character, from);
    if (at < 0) return -1;
    from = at + character.length;
  }
  return from - 1;
}

/** Scores characters that do not follow each other: walks back from the first possible end to get the tightest window. */
function scatteredScore(query: string, lowered: string, text: string, end: number): number {
  let score = LENGTH * text.length;
  let index = end;
  let previous = -1;
  for (let wanted = query.length - 1; wanted >= 0; wanted--) {
    index = lowered.lastIndexOf(query.charAt(wanted), index);
    if (isBoundary(text, index)) score += BOUNDARY;
    if (previous >= 0) score += index + 1 === previous ? CONSECUTIVE : gapPenalty(previous - index - 1);
    previous = index;
    index--;
  }
  return score + LENGTH * previous;
}

/** Scores a match in which every character starts a word: `ev` for `editor-view`. */
function initialsScore(query: string, lowered: string, text: string): number {
  let matched = 0;
  for (let index = 0; index < text.length && matched < query.length; index++) {
    if (lowered.charCodeAt(index) === query.charCodeAt(matched) && isBoundary(text, index)) matched++;
  }
  return matched === query.length ? BOUNDARY * matched + LENGTH * text.length : Number.POSITIVE_INFINITY;
}

function gapPenalty(gap: number): number {
  return Math.min(MAX_GAP_PENALTY, GAP * gap);
}

function isBoundary(text: string, index: number): boolean {
  if (index === 0) return true;
  const before = text.charCodeAt(index - 1);
  if (!isAlphanumeric(before)) return true;
  const here = text.charCodeAt(index);
  return here >= 0x41 && here <= 0x5a && !(before >= 0x41 && before <= 0x5a);
}

function isAlphanumeric(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code > 0x7f
  );
}
