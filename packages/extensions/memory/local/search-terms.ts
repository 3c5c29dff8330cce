/** Words that say nothing about a topic. They are not searched for. */
const STOP_WORDS = new Set(
  (
    "a about after all also an and any are as at be because been before but by can could did do does done else for from get had has have how i if in into is it its just " +
    "let like made make may me more most must my need no not of on only or other our out please should so some such than that the their them then there these they this to " +
    "up us use used using want was we were what when where which while who why will with would you your"
  ).split(" "),
);

const MAX_QUERY_TERMS = 24;

let segmenter: Intl.Segmenter | undefined;

/** Returns the words of a text for the index. Identifiers are also split into their parts: `useCache` gives `usecache`, `use` and `cache`. */
export function indexTerms(text: string): string {
  return words(text).join(" ");
}

/** Returns the distinct words of a text that say something about its topic. */
export function searchTerms(text: string): string[] {
  const significant = words(text).filter((word) => !STOP_WORDS.has(word) && (word.length > 1 || !isAscii(word)));
  return [...new Set(significant)].slice(0, MAX_QUERY_TERMS);
}

function words(text: string): string[] {
  const found: string[] = [];
  for (const [run] of text.normalize("NFKC").matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) {
    if (isAscii(run)) found.push(...identifierWords(run));
    // Some scripts do not put spaces between words.
    else for (const word of segments(run)) found.push(word.toLowerCase());
  }
  return found;
}

function identifierWords(run: string): string[] {
  const parts = run
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[ _]+/)
    .filter((part) => part !== "")
    .map((part) => part.toLowerCase());
  const whole = run.toLowerCase().replaceAll("_", "");
  return parts.length > 1 ? [whole, ...parts] : parts;
}

function segments(run: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
  return [...segmenter.segment(run)].map(({ segment }) => segment);
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
