/** The name of a line in `read` and `grep`: its number and two letters computed from its text. */
export interface Anchor {
  readonly line: number;
  readonly hash: string;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * Computes the letters of a line. Trailing blanks do not count, so that an editor that strips them breaks no anchor.
 * Lines without a letter or digit occur all over a file, so for them the number counts too.
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

const MOST_SHOWN = 500;

/** Formats a line in the report of an edit. A long one is cut as `grep` cuts it; its anchor is that of the whole line. */
export function reportLine(number: number, text: string): string {
  const cut = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}... [truncated]` : text;
  return `${showAnchor(number, text)}|${cut}`;
}

export function parseAnchor(text: string): Anchor | undefined {
  const [, line, hash] = /^(\d{1,9})([a-z]{2})$/.exec(text) ?? [];
  return line === undefined || hash === undefined ? undefined : { line: Number(line), hash };
}
