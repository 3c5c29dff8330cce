import { type KeyName, MODIFIER } from "./key-event.ts";

interface LegacyKey extends KeyName {
  readonly text?: string;
  readonly aliases?: readonly KeyName[];
}

const { ctrl, shift, alt } = MODIFIER;

/** The VT keys `CSI n ~`; 7 and 8 come from rxvt. */
export const FUNCTION_CODES: Readonly<Record<number, string>> = {
  1: "home",
  2: "insert",
  3: "delete",
  4: "end",
  5: "pageUp",
  6: "pageDown",
  7: "home",
  8: "end",
  11: "f1",
  12: "f2",
  13: "f3",
  14: "f4",
  15: "f5",
  17: "f6",
  18: "f7",
  19: "f8",
  20: "f9",
  21: "f10",
  23: "f11",
  24: "f12",
};

/** The keys of `CSI 1 ; modifiers X` and `SS3 X`. */
export const LETTER_FINALS: Readonly<Record<string, string>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  E: "clear",
  F: "end",
  H: "home",
  P: "f1",
  Q: "f2",
  R: "f3",
  S: "f4",
};

/** Code points of CSI u that are not characters: control keys, and the keypad in the private use area. */
export const KITTY_CODES: Readonly<Record<number, string>> = {
  8: "backspace",
  9: "tab",
  10: "enter",
  13: "enter",
  27: "escape",
  32: "space",
  127: "backspace",
  57399: "0",
  57400: "1",
  57401: "2",
  57402: "3",
  57403: "4",
  57404: "5",
  57405: "6",
  57406: "7",
  57407: "8",
  57408: "9",
  57409: ".",
  57410: "/",
  57411: "*",
  57412: "-",
  57413: "+",
  57414: "enter",
  57415: "=",
  57416: ",",
  57417: "left",
  57418: "right",
  57419: "up",
  57420: "down",
  57421: "pageUp",
  57422: "pageDown",
  57423: "home",
  57424: "end",
  57425: "insert",
  57426: "delete",
  57427: "clear",
};

let legacySequences: ReadonlyMap<string, LegacyKey> | undefined;

/** Returns the key for an input of a terminal without any extended protocol. */
export function legacyKey(data: string): LegacyKey | undefined {
  legacySequences ??= new Map(Object.entries({ ...controlBytes(), ...applicationKeys(), ...rxvtKeys(), ...OTHERS }));
  return legacySequences.get(data);
}

const OTHERS: Readonly<Record<string, LegacyKey>> = {
  "\x1b[Z": { key: "tab", modifiers: shift },
  "\x1b[[A": { key: "f1", modifiers: 0 },
  "\x1b[[B": { key: "f2", modifiers: 0 },
  "\x1b[[C": { key: "f3", modifiers: 0 },
  "\x1b[[D": { key: "f4", modifiers: 0 },
  "\x1b[[E": { key: "f5", modifiers: 0 },
  "\x1b[[5~": { key: "pageUp", modifiers: 0 },
  "\x1b[[6~": { key: "pageDown", modifiers: 0 },
  "\x1bOM": { key: "enter", modifiers: 0 },
  "\x1b\x1b": { key: "[", modifiers: ctrl | alt, aliases: [{ key: "escape", modifiers: alt }] },
};

function controlBytes(): Record<string, LegacyKey> {
  const keys: Record<string, LegacyKey> = {};
  for (let code = 1; code <= 26; code++) {
    keys[String.fromCharCode(code)] = { key: String.fromCharCode(code + 0x60), modifiers: ctrl };
  }
  return {
    ...keys,
    "\x00": {
      key: "space",
      modifiers: ctrl,
      aliases: [
        { key: "@", modifiers: ctrl },
        { key: "2", modifiers: ctrl },
      ],
    },
    "\x08": {
      key: "backspace",
      modifiers: 0,
      aliases: [
        { key: "h", modifiers: ctrl },
        { key: "backspace", modifiers: ctrl },
      ],
    },
    "\x09": { key: "tab", modifiers: 0, aliases: [{ key: "i", modifiers: ctrl }] },
    "\x0d": { key: "enter", modifiers: 0, aliases: [{ key: "m", modifiers: ctrl }] },
    "\x1c": { key: "\\", modifiers: ctrl, aliases: [{ key: "4", modifiers: ctrl }] },
    "\x1d": { key: "]", modifiers: ctrl, aliases: [{ key: "5", modifiers: ctrl }] },
    "\x1e": { key: "^", modifiers: ctrl, aliases: [{ key: "6", modifiers: ctrl }] },
    "\x1f": {
      key: "-",
      modifiers: ctrl,
      aliases: [
        { key: "_", modifiers: ctrl },
        { key: "/", modifiers: ctrl },
        { key: "7", modifiers: ctrl },
      ],
    },
    " ": { key: "space", modifiers: 0, text: " " },
    "\x7f": { key: "backspace", modifiers: 0 },
  };
}

function applicationKeys(): Record<string, LegacyKey> {
  const finals = Object.entries(LETTER_FINALS);
  return Object.fromEntries(finals.map(([final, key]) => [`\x1bO${final}`, { key, modifiers: 0 }]));
}

/** Returns the keys of rxvt. It marks Shift with a lower-case final or `$`, Ctrl with SS3 and a lower-case final or `^`, both with `@`. */
function rxvtKeys(): Record<string, LegacyKey> {
  const keys: Record<string, LegacyKey> = {};
  for (const final of ["A", "B", "C", "D"]) {
    const key = LETTER_FINALS[final] ?? "";
    keys[`\x1b[${final.toLowerCase()}`] = { key, modifiers: shift };
    keys[`\x1bO${final.toLowerCase()}`] = { key, modifiers: ctrl };
  }
  for (const code of [2, 3, 5, 6, 7, 8]) {
    const key = FUNCTION_CODES[code] ?? "";
    keys[`\x1b[${code}$`] = { key, modifiers: shift };
    keys[`\x1b[${code}^`] = { key, modifiers: ctrl };
    keys[`\x1b[${code}@`] = { key, modifiers: ctrl | shift };
  }
  return keys;
}
