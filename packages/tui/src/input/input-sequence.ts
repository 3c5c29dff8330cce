/**
 * Returns the index after the input sequence that starts at `start`, or -1 if the sequence is incomplete.
 *
 * A sequence is the input of one key, one pointer event or one reply of the terminal: a character, `ESC` and a character,
 * SS3, CSI, or a string (OSC, DCS, APC) up to its terminator. A control inside a CSI or a string ends it, and a new sequence
 * begins. `resume` is where an earlier call stopped, so that a long string is searched only once.
 */
export function inputSequenceEnd(text: string, start: number, resume = start): number {
  if (text.charCodeAt(start) !== ESC) return characterEnd(text, start);
  if (start + 1 >= text.length) return -1;
  switch (text[start + 1]) {
    case "\x1b":
      return doubleEscapeEnd(text, start);
    case "[":
      return csiEnd(text, start);
    case "O":
      return start + 2 < text.length ? ss3End(text, start) : -1;
    case "]":
      return stringEnd(text, Math.max(start + 2, resume), BEL);
    case "P":
    case "_":
      return stringEnd(text, Math.max(start + 2, resume), undefined);
    default:
      return characterEnd(text, start + 1);
  }
}

const ESC = 0x1b;
const BEL = 0x07;

/** Waits for the second half of a surrogate pair, because a chunk may end inside the pair. */
function characterEnd(text: string, start: number): number {
  const code = text.charCodeAt(start);
  if (code < 0xd800 || code > 0xdbff) return start + 1;
  return start + 1 < text.length ? start + 2 : -1;
}

/** Reads Escape followed by another sequence, or Alt+Escape. */
function doubleEscapeEnd(text: string, start: number): number {
  const next = text[start + 2];
  if (next === undefined) return -1;
  return "[]OP_".includes(next) ? start + 1 : start + 2;
}

function ss3End(text: string, start: number): number {
  return isControl(text.charCodeAt(start + 2)) ? start + 2 : start + 3;
}

function csiEnd(text: string, start: number): number {
  const introduced = text[start + 2];
  if (introduced === undefined) return -1;
  // The Linux console sends `ESC [ [ A` for F1; old mice send three bytes after `ESC [ M`.
  if (introduced === "[") return start + 3 < text.length ? start + 4 : -1;
  if (introduced === "M") return start + 5 < text.length ? start + 6 : -1;
  for (let index = start + 2; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x40 && code <= 0x7e) return index + 1;
    if (code < 0x20 || code > 0x7e) return index;
  }
  return -1;
}

/** Ends after `ESC \`, or after `terminator` if this kind of string has one. Another escape ends the string early. */
function stringEnd(text: string, from: number, terminator: number | undefined): number {
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === terminator) return index + 1;
    if (code !== ESC) continue;
    if (index + 1 >= text.length) return -1;
    return text[index + 1] === "\\" ? index + 2 : index;
  }
  return -1;
}

function isControl(code: number): boolean {
  return code < 0x20;
}
