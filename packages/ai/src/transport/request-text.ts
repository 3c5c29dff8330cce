/** The JSON of a request. */
export function requestText(payload: unknown): string {
  return wellFormed(JSON.stringify(payload));
}

/** Half of a character, as a cut text leaves it, is no character: servers refuse a request that has one. */
export function wellFormed(text: string): string {
  // Only halves are written as escapes; whole characters stand as they are.
  return text.includes("\\ud") ? text.replace(HALF, "$1\\ufffd") : text;
}

/** Behind an even number of backslashes: behind an odd one it is text that only looks like an escape. */
const HALF = /(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g;
