import * as fc from "fast-check";

const letters = [..."abcdefghijklmnopqrstuvwxyz"];
const symbols = [..."`-=[]\\;',./!@#$%^&*()_+|~{}:<>?"];
const special = [
  "escape",
  "enter",
  "tab",
  "space",
  "backspace",
  "delete",
  "insert",
  "clear",
  "home",
  "end",
  "pageUp",
  "pageDown",
  "up",
  "down",
  "left",
  "right",
  ...Array.from({ length: 12 }, (_, index) => `f${index + 1}`),
];
const modifiers = [
  "",
  "ctrl+",
  "shift+",
  "alt+",
  "super+",
  "ctrl+shift+",
  "ctrl+alt+",
  "shift+alt+",
  "ctrl+shift+alt+",
];

/** Names of keys that programs ask for. */
export const keyIds: readonly string[] = modifiers.flatMap((modifier) =>
  [...letters, "0", "5", ...symbols, ...special].map((key) => `${modifier}${key}`),
);

const code = fc.oneof(
  fc.constantFrom(
    9,
    13,
    27,
    32,
    127,
    8,
    10,
    47,
    97,
    99,
    122,
    65,
    233,
    1089,
    57_344,
    57_358,
    57_399,
    57_409,
    57_414,
    57_417,
    57_441,
    57_454,
  ),
  fc.integer({ min: 33, max: 126 }),
);
const modifier = fc.oneof(fc.integer({ min: 1, max: 16 }), fc.constantFrom(65, 129, 133));
const event = fc.constantFrom("", ":1", ":2", ":3");

/** `CSI code:shifted:base ; modifiers:event ; text u`, as Kitty and its followers send it. */
const kitty = fc
  .record({
    code,
    shifted: fc.option(code, { nil: undefined }),
    base: fc.option(code, { nil: undefined, freq: 8 }),
    modifier: fc.option(modifier, { nil: undefined }),
    event,
    text: fc.option(fc.constantFrom(97, 65, 233), { nil: undefined, freq: 6 }),
  })
  .map((part) => {
    const key = [part.code, part.shifted ?? "", part.base]
      .filter((each) => each !== undefined)
      .join(":")
      .replace(/:$/, "");
    if (part.modifier === undefined) return `\x1b[${key}u`;
    return `\x1b[${key};${part.modifier}${part.event}${part.text === undefined ? "" : `;${part.text}`}u`;
  });

/** xterm's modifyOtherKeys and formatOtherKeys. */
const otherKeys = fc.tuple(modifier, code).map(([mod, key]) => `\x1b[27;${mod};${key}~`);

const cursorKey = fc
  .tuple(
    fc.constantFrom("A", "B", "C", "D", "E", "F", "H", "P", "Q", "R", "S", "Z"),
    fc.option(modifier, { nil: undefined }),
    event,
  )
  .chain(([final, mod, kind]) =>
    mod === undefined
      ? fc.constantFrom(`\x1b[${final}`, `\x1bO${final}`, `\x1b\x1b[${final}`, `\x1b\x1bO${final}`)
      : fc.constantFrom(`\x1b[1;${mod}${kind}${final}`, `\x1bO${mod}${final}`),
  );

const tildeKey = fc
  .tuple(
    fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 29, 57_427),
    fc.option(modifier, { nil: undefined }),
    event,
  )
  .chain(([number, mod, kind]) =>
    mod === undefined
      ? fc.constantFrom(
          `\x1b[${number}~`,
          `\x1b\x1b[${number}~`,
          `\x1b[${number}$`,
          `\x1b[${number}^`,
          `\x1b[${number}@`,
        )
      : fc.constant(`\x1b[${number};${mod}${kind}~`),
  );

/** Bytes that need no sequence, with and without the escape that stands for Alt. */
const plainKey = fc
  .tuple(
    fc.boolean(),
    fc.oneof(
      fc.integer({ min: 0, max: 127 }).map((byte) => String.fromCharCode(byte)),
      fc.constantFrom("é", "漢", "😀", "ab", "\r\n"),
    ),
  )
  .map(([alt, text]) => `${alt ? "\x1b" : ""}${text}`);

const rxvtKey = fc.constantFrom(
  "\x1b[a",
  "\x1b[b",
  "\x1b[c",
  "\x1b[d",
  "\x1bOa",
  "\x1bOb",
  "\x1bOc",
  "\x1bOd",
  "\x1b[[A",
  "\x1b[[5~",
  "\x1bOM",
  "\x1bOj",
  "\x1bb",
  "\x1bf",
);

/** One key as terminals send it: xterm, Kitty, modifyOtherKeys, tmux, iTerm2, rxvt, the Linux console. */
export const keyBytes = fc.oneof(kitty, otherKeys, cursorKey, tildeKey, plainKey, rxvtKey);
