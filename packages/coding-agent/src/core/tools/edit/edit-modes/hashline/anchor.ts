/** A line as `read` and `grep` name it: its number and two letters made of its text. */
export interface Anchor {
  readonly line: number;
  readonly hash: string;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * Blanks at the end of a line do not count, so that an editor that strips them breaks no anchor. Lines without a letter or a digit look
 * alike all over a file: their number counts too.
 */
export function hashLine(number: number, text: string): string {
  const body = text.trimEnd();
  let hash = 0x811c9dc5;
  const mix = (code: number) => {
    hash = Math.imul(hash ^ code, 0x01000193) >>> 0;
  };
  for (let index = 0; index < body.length; index++) mix(body.charCodeAt(index));
  if (!/[\p{L}\p{N}]/u.test(body)) mix(number);
  const folded = ((hash ^ (hash >>> 15)) >>> 0) % (LETTERS.length * LETTERS.length);
  return `${LETTERS[Math.floor(folded / LETTERS.length)]}${LETTERS[folded % LETTERS.length]}`;
}

export function showAnchor(number: number, text: string): string {
  return `${number}${hashLine(number, text)}`;
}

/** As `read` shows a line in this mode. */
export function showLine(number: number, text: string): string {
  return `${showAnchor(number, text)}|${text}`;
}

export function parseAnchor(text: string): Anchor | undefined {
  const [, line, hash] = /^(\d{1,9})([a-z]{2})$/.exec(text) ?? [];
  return line === undefined || hash === undefined ? undefined : { line: Number(line), hash };
}
