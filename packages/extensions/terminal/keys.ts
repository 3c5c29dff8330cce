import { decodePrintableKey, isKeyRelease, parseKey } from "@tau/tui";

/** The modes of a terminal that change what its keys send. */
export interface KeyModes {
  readonly usesApplicationKeys: boolean;
  readonly usesBracketedPaste: boolean;
}

const PASTE = /^\x1b\[200~([\s\S]*)\x1b\[201~$/;

/**
 * Returns what a program in a plain terminal gets for a key: the user's terminal may report keys in another protocol. `escape` is Escape
 * alone, which is not sent; `undefined` is a key that a plain terminal does not send.
 */
export function bytesOf(data: string, modes: KeyModes): string | undefined {
  if (isKeyRelease(data)) return undefined;
  const paste = PASTE.exec(data);
  if (paste) return modes.usesBracketedPaste ? data : paste[1];
  const typed = decodePrintableKey(data);
  if (typed !== undefined) return typed;
  const name = parseKey(data);
  if (name === undefined) return data.startsWith("\x1b") ? undefined : data;
  if (name === "escape") return "escape";
  return bytesOfName(name, modes);
}

/** Keys with modifiers that a plain terminal reports as `CSI 1 ; m X` or `CSI n ; m ~`. */
const LETTERS: Readonly<Record<string, string>> = { up: "A", down: "B", right: "C", left: "D", end: "F", home: "H" };
const NUMBERS: Readonly<Record<string, number>> = {
  ...{ insert: 2, delete: 3, pageUp: 5, pageDown: 6 },
  ...{ f5: 15, f6: 17, f7: 18, f8: 19, f9: 20, f10: 21, f11: 23, f12: 24 },
};
const SS3: Readonly<Record<string, string>> = { f1: "P", f2: "Q", f3: "R", f4: "S" };
const SIMPLE: Readonly<Record<string, string>> = {
  enter: "\r",
  tab: "\t",
  backspace: "\x7f",
  space: " ",
  escape: "\x1b",
};

function bytesOfName(name: string, modes: KeyModes): string {
  const parts = name.split("+");
  // The key may be the plus sign itself.
  const key = parts.at(-1) || "+";
  const has = (modifier: string) => parts.includes(modifier);
  const modifiers = (has("shift") ? 1 : 0) + (has("alt") ? 2 : 0) + (has("ctrl") ? 4 : 0);
  const sequence = sequenceOf(key, modifiers, modes);
  if (sequence !== undefined) return sequence;
  if (key === "tab" && has("shift")) return "\x1b[Z";
  const plain = SIMPLE[key] ?? (has("shift") ? key.toUpperCase() : key);
  const controlled = has("ctrl") ? controlOf(key, plain) : plain;
  return has("alt") ? `\x1b${controlled}` : controlled;
}

/** Returns the escape sequence of a key that types nothing. */
function sequenceOf(key: string, modifiers: number, { usesApplicationKeys }: KeyModes): string | undefined {
  const letter = LETTERS[key] ?? SS3[key];
  if (letter && modifiers > 0) return `\x1b[1;${modifiers + 1}${letter}`;
  if (letter) return `\x1b${usesApplicationKeys || SS3[key] ? "O" : "["}${letter}`;
  const number = NUMBERS[key];
  if (number === undefined) return undefined;
  return modifiers > 0 ? `\x1b[${number};${modifiers + 1}~` : `\x1b[${number}~`;
}

/** Returns the control character of a key, or the key itself if there is none. */
function controlOf(key: string, plain: string): string {
  if (key === "space") return "\0";
  if (key === "backspace") return "\b";
  const code = key.length === 1 ? key.toUpperCase().charCodeAt(0) : 0;
  return code >= 0x40 && code <= 0x5f ? String.fromCharCode(code & 0x1f) : plain;
}
