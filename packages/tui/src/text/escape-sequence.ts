/** The effect of an escape sequence on drawn text. A link with a forbidden scheme is "other". */
export type EscapeKind = "style" | "link" | "mark" | "other";

const ESC = 0x1b;
const BEL = 0x07;

/**
 * Matches a hyperlink that the user may click, or the end of one. Schemes that run code or reach into other programs
 * (`javascript:`, `data:`, `ssh:`, those of editors) are excluded. Control characters are excluded too, because some
 * terminals end the sequence at a C1 control.
 */
const LINK =
  /^\x1b\]8;[^;\x00-\x1f\x7f-\x9f]*;(?:(?:https?|mailto|file|ftps?|sftp|tel|news|ircs?|gemini):[^\x00-\x1f\x7f-\x9f]*)?(?:\x07|\x1b\\)$/i;

/** Matches zero-width marks: our cursor marker, image markers and the prompt zones of OSC 133. */
const MARK = /^\x1b(?:_pi:(?:c|i[0-9a-f.]+)\x07|\]133;)/;

/**
 * Returns the index after the escape sequence that starts at `start`, or -1 if there is no complete one.
 * Runs in linear time on malicious input: a string sequence ends at the next ESC, so no scan passes another start.
 */
export function escapeSequenceEnd(text: string, start: number): number {
  if (text.charCodeAt(start) !== ESC) return -1;
  const introducer = text.charCodeAt(start + 1);
  if (introducer === 0x5b) return controlSequenceEnd(text, start + 2);
  if (isStringIntroducer(introducer)) return stringSequenceEnd(text, start + 2);
  return shortSequenceEnd(text, start + 1);
}

/** Returns whether more text on the same line could complete the sequence at `start`, for which `escapeSequenceEnd` found no end. */
export function isUnfinishedSequence(text: string, start: number): boolean {
  const introducer = text.charCodeAt(start + 1);
  if (introducer === 0x5b) return /^[\x20-\x3f]*$/.test(text.slice(start + 2));
  if (!isStringIntroducer(introducer)) return /^[\x20-\x2f]*$/.test(text.slice(start + 1));
  const stop = text.indexOf("\x1b", start + 2);
  return (stop < 0 || stop === text.length - 1) && !text.includes("\n", start);
}

export function escapeKind(sequence: string): EscapeKind {
  if (sequence.charCodeAt(1) === 0x5b) return isStyle(sequence) ? "style" : "other";
  if (LINK.test(sequence)) return "link";
  return MARK.test(sequence) ? "mark" : "other";
}

/** Returns whether the control sequence consists of digits, semicolons and colons, and ends with "m". Called for each style of each frame. */
function isStyle(sequence: string): boolean {
  const last = sequence.length - 1;
  for (let index = 2; index < last; index++) if (!isBetween(sequence.charCodeAt(index), 0x30, 0x3b)) return false;
  return last > 1 && sequence.charCodeAt(last) === 0x6d;
}

/** Returns the sequence at `position`, or null, in the form that published components use. */
export function extractAnsiCode(text: string, position: number): { code: string; length: number } | null {
  const end = escapeSequenceEnd(text, position);
  return end < 0 ? null : { code: text.slice(position, end), length: end - position };
}

function controlSequenceEnd(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x40 && code <= 0x7e) return index + 1;
    if (code < 0x20 || code > 0x3f) return -1;
  }
  return -1;
}

function stringSequenceEnd(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === BEL) return index + 1;
    if (code === ESC) return text.charCodeAt(index + 1) === 0x5c ? index + 2 : -1;
  }
  return -1;
}

function shortSequenceEnd(text: string, from: number): number {
  let index = from;
  while (isBetween(text.charCodeAt(index), 0x20, 0x2f)) index++;
  return isBetween(text.charCodeAt(index), 0x30, 0x7e) ? index + 1 : -1;
}

/** Returns whether the code introduces OSC, DCS, SOS, PM or APC, which contain text up to BEL or ST. */
function isStringIntroducer(code: number): boolean {
  return code === 0x5d || code === 0x50 || code === 0x58 || code === 0x5e || code === 0x5f;
}

function isBetween(code: number, low: number, high: number): boolean {
  return code >= low && code <= high;
}
