/** The part after the text of a link: `(target "title")`. */
export interface LinkTarget {
  readonly href: string;
  readonly end: number;
}

const TITLE = /[ \t\n]+(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\))/y;
const BLANKS = /[ \t\n]*/y;
/** Longer targets are not recognised, which limits the time that unclosed brackets can take. */
const MAX_LENGTH = 4096;

/** Reads the target in brackets at `start`, if it is complete. */
export function readLinkTarget(text: string, start: number): LinkTarget | undefined {
  if (text.charAt(start) !== "(") return undefined;
  const from = skip(BLANKS, text, start + 1);
  const destination = text.charAt(from) === "<" ? readBracketed(text, from) : readBare(text, from);
  if (!destination) return undefined;
  const titled = skip(TITLE, text, destination.end);
  const end = skip(BLANKS, text, titled);
  return text.charAt(end) === ")" ? { href: withoutEscapes(destination.href), end: end + 1 } : undefined;
}

function readBracketed(text: string, start: number): LinkTarget | undefined {
  const end = text.indexOf(">", start);
  const href = text.slice(start + 1, end);
  return end < 0 || end - start > MAX_LENGTH || /[<\n]/.test(href) ? undefined : { href, end: end + 1 };
}

/** Reads up to a blank or the closing bracket of the target; inner brackets must be paired. */
function readBare(text: string, start: number): LinkTarget | undefined {
  let depth = 0;
  const limit = Math.min(text.length, start + MAX_LENGTH);
  for (let index = start; index < limit; index++) {
    const character = text.charAt(index);
    if (character === "\\") index++;
    else if (character === "(") depth++;
    else if (character === ")" && depth-- === 0) return { href: text.slice(start, index), end: index };
    else if (character <= " ") return depth === 0 ? { href: text.slice(start, index), end: index } : undefined;
  }
  return undefined;
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

function withoutEscapes(href: string): string {
  return href.includes("\\") ? href.replace(/\\([!-/:-@[-`{-~])/g, "$1") : href;
}
