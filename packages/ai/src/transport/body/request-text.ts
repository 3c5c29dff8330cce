/** Returns the JSON of a request. */
export function requestText(payload: unknown): string {
  return wellFormed(JSON.stringify(payload));
}

/** Replaces lone surrogates, which a cut text may contain: servers refuse a request with one. */
export function wellFormed(text: string): string {
  // `JSON.stringify` escapes only lone surrogates; whole characters stay unescaped.
  return text.includes("\\ud") ? text.replace(HALF, "$1\\ufffd") : text;
}

/** Matches only after an even number of backslashes: after an odd number it is text that looks like an escape. */
const HALF = /(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g;
