export type KeyEventType = "press" | "repeat" | "release";

/** One key as reported by a terminal. */
export interface KeyEvent {
  /** Base name: `a`, `enter`, `f5`, `!`. Letters are lower case. */
  readonly key: string;
  /** Bits of `MODIFIER`. */
  readonly modifiers: number;
  readonly type: KeyEventType;
  /** The text that the key types, if any. */
  readonly text?: string;
  /** Other names for the same input, if several keys send the same code. */
  readonly aliases?: readonly KeyName[];
}

export interface KeyName {
  readonly key: string;
  readonly modifiers: number;
}

/** The bits of the Kitty protocol and xterm, without the offset of one. */
export const MODIFIER = { shift: 1, alt: 2, ctrl: 4, super: 8 } as const;

/** Caps lock and num lock are reported as modifiers but change no binding. */
export const MODIFIER_MASK = 0b1111;

const NAMES: ReadonlyArray<readonly [number, string]> = [
  [MODIFIER.shift, "shift"],
  [MODIFIER.ctrl, "ctrl"],
  [MODIFIER.alt, "alt"],
  [MODIFIER.super, "super"],
];

/** Returns the canonical name, with modifiers in a fixed order: `shift+ctrl+p`. */
export function formatKeyName({ key, modifiers }: KeyName): string {
  const prefix = NAMES.flatMap(([bit, name]) => (modifiers & bit ? [`${name}+`] : [])).join("");
  return prefix + key;
}

const parsedNames = new Map<string, KeyName>();

/** Parses a key id with its modifiers in any order and its key in any case: `Shift+Ctrl+P`, `esc`, `ctrl++`. */
export function parseKeyName(id: string): KeyName {
  const known = parsedNames.get(id);
  if (known) return known;
  let rest = id;
  let modifiers = 0;
  for (;;) {
    const match = /^(ctrl|shift|alt|super)\+(?=.)/i.exec(rest);
    if (!match) break;
    modifiers |= MODIFIER[(match[1] ?? "").toLowerCase() as keyof typeof MODIFIER];
    rest = rest.slice(match[0].length);
  }
  const name = { key: canonicalKey(rest), modifiers };
  parsedNames.set(id, name);
  return name;
}

const SPELLINGS: Readonly<Record<string, string>> = {
  esc: "escape",
  return: "enter",
  pageup: "pageUp",
  pagedown: "pageDown",
  del: "delete",
  ins: "insert",
  " ": "space",
};

function canonicalKey(name: string): string {
  const lower = name.toLowerCase();
  return (Object.hasOwn(SPELLINGS, lower) && SPELLINGS[lower]) || lower;
}
