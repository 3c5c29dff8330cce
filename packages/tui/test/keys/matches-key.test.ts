import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decodeKittyPrintable,
  decodePrintableKey,
  isKeyRelease,
  isKeyRepeat,
  Key,
  type KeyId,
  matchesKey,
  parseKey,
  setKittyProtocolActive,
} from "../../src/keys/index.ts";

/** Every encoding of a key, and the one name it must get. */
const ENCODINGS: ReadonlyArray<readonly [KeyId, readonly string[]]> = [
  ["enter", ["\r", "\x1b[13u", "\x1b[13;1:1u", "\x1b[57414u", "\x1bOM", "\x1b[27;1;13~"]],
  ["shift+enter", ["\x1b[13;2u", "\x1b[27;2;13~", "\x1b[13;2:1u"]],
  ["alt+enter", ["\x1b\r", "\x1b[13;3u"]],
  ["escape", ["\x1b", "\x1b[27u", "\x1b[27;129u"]],
  ["tab", ["\t", "\x1b[9u"]],
  ["shift+tab", ["\x1b[Z", "\x1b[9;2u", "\x1b[27;2;9~"]],
  ["backspace", ["\x7f", "\x08", "\x1b[127u"]],
  ["alt+backspace", ["\x1b\x7f", "\x1b[127;3u"]],
  ["ctrl+backspace", ["\x1b[127;5u"]],
  ["delete", ["\x1b[3~", "\x1b[57426u"]],
  ["alt+delete", ["\x1b[3;3~"]],
  ["up", ["\x1b[A", "\x1bOA", "\x1b[1;1A", "\x1b[1;1:2A"]],
  ["ctrl+left", ["\x1b[1;5D", "\x1bOd"]],
  ["alt+left", ["\x1b[1;3D", "\x1bb"]],
  ["alt+right", ["\x1b[1;3C", "\x1bf"]],
  ["alt+up", ["\x1b[1;3A", "\x1bp"]],
  ["alt+down", ["\x1b[1;3B", "\x1bn"]],
  ["shift+up", ["\x1b[1;2A", "\x1b[a"]],
  ["home", ["\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~"]],
  ["end", ["\x1b[F", "\x1bOF", "\x1b[4~"]],
  ["ctrl+end", ["\x1b[1;5F", "\x1b[8^"]],
  ["pageUp", ["\x1b[5~", "\x1b[[5~"]],
  ["pageDown", ["\x1b[6~", "\x1b[[6~"]],
  ["ctrl+pageDown", ["\x1b[6;5~"]],
  ["f1", ["\x1bOP", "\x1b[11~", "\x1b[[A", "\x1b[P"]],
  ["f12", ["\x1b[24~"]],
  ["space", [" ", "\x1b[32u"]],
  ["ctrl+space", ["\x00", "\x1b[32;5u"]],
  ["a", ["a", "\x1b[97u", "\x1b[97;1:1u"]],
  ["shift+a", ["\x1b[97;2u", "\x1b[97:65;2u", "\x1b[65u"]],
  ["ctrl+c", ["\x03", "\x1b[99;5u", "\x1b[27;5;99~", "\x1b[99;69u", "\x1b[1089::99;5u"]],
  ["shift+ctrl+p", ["\x1b[112;6u", "\x1b[27;6;80~", "\x1b[112:80;6u"]],
  ["alt+b", ["\x1b[98;3u"]],
  ["ctrl+alt+[", ["\x1b\x1b", "\x1b[91;7u"]],
  ["ctrl+]", ["\x1d", "\x1b[93;5u"]],
  ["ctrl+alt+]", ["\x1b\x1d", "\x1b[93;7u"]],
  ["ctrl+-", ["\x1f", "\x1b[45;5u"]],
  ["super+k", ["\x1b[107;9u"]],
  ["!", ["!"]],
  ["alt+.", ["\x1b."]],
];

test.each(ENCODINGS)("%s is recognised in every encoding", (id, inputs) => {
  expect(inputs.map((input) => [input, parseKey(input), matchesKey(input, id)])).toEqual(
    inputs.map((input) => [input, id, true]),
  );
});

test("one input matches no other key of the table", () => {
  const shared = new Set(["\x08", "\x1bb", "\x1b\x1b"]);
  for (const [, inputs] of ENCODINGS) {
    for (const input of inputs.filter((each) => !shared.has(each))) {
      expect(ENCODINGS.filter(([id]) => matchesKey(input, id))).toHaveLength(1);
    }
  }
});

test("names may order modifiers freely and use short spellings", () => {
  expect(matchesKey("\x1b[112;6u", "shift+ctrl+p")).toBe(true);
  expect(matchesKey("\x1b", "esc")).toBe(true);
  expect(matchesKey("\r", "return")).toBe(true);
  expect(matchesKey("\x1b[43;5u", "ctrl++")).toBe(true);
  expect(Key.ctrlShift("p")).toBe("ctrl+shift+p");
  expect(Key.question).toBe("?");
});

test("a code that stands for several keys matches each", () => {
  expect((["ctrl+-", "ctrl+_", "ctrl+/"] as const).map((id) => matchesKey("\x1f", id))).toEqual([true, true, true]);
  expect((["backspace", "ctrl+h"] as const).map((id) => matchesKey("\x08", id))).toEqual([true, true]);
  expect((["shift+1", "!"] as const).map((id) => matchesKey("\x1b[49:33;2u", id))).toEqual([true, true]);
  expect((["alt+b", "alt+left"] as const).map((id) => matchesKey("\x1bb", id))).toEqual([true, true]);
});

describe("event types", () => {
  test("P-TUI-38: releases and repeats are told apart", () => {
    expect([isKeyRelease("\x1b[97;1:3u"), isKeyRelease("\x1b[1;1:3A"), isKeyRelease("\x1b[3;5:3~")]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isKeyRelease("\x1b[57441;1:3u"), isKeyRepeat("\x1b[57358;65:2u")]).toEqual([true, true]);
    expect([isKeyRelease("\x1b[97;1:1u"), isKeyRelease("a"), isKeyRepeat("\x1b[97;1:2u")]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test("a paste that holds a release sequence is none", () => {
    expect(isKeyRelease("\x1b[200~\x1b[97;1:3u\x1b[201~")).toBe(false);
    expect(parseKey("\x1b[200~abc\x1b[201~")).toBeUndefined();
  });
});

test("what a key types", () => {
  expect(decodeKittyPrintable("\x1b[97u")).toBe("a");
  expect(decodeKittyPrintable("\x1b[97:65;2u")).toBe("A");
  expect(decodeKittyPrintable("\x1b[49:33;2u")).toBe("!");
  expect(decodeKittyPrintable("\x1b[1089::99u")).toBe("с");
  expect(decodeKittyPrintable("\x1b[97;1;228u")).toBe("ä");
  expect(decodeKittyPrintable("\x1b[57400u")).toBe("1");
  expect(decodeKittyPrintable("\x1b[99;5u")).toBeUndefined();
  expect(decodeKittyPrintable("\x1b[97;1:3u")).toBeUndefined();
  expect(decodeKittyPrintable("\x1b[13u")).toBeUndefined();
  expect(decodeKittyPrintable("a")).toBeUndefined();
  expect(decodePrintableKey("\x1b[27;2;65~")).toBe("A");
  expect(decodePrintableKey("é")).toBe("é");
});

test("no input makes the parser throw", () => {
  const unit = fc.constantFrom("\x1b", "[", "O", "1", "9", ";", ":", "u", "~", "A", "a", "\x00", "😀");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 20 }), (data) => {
      const id = parseKey(data);
      if (id !== undefined && id !== id.toUpperCase()) expect(matchesKey(data, id as KeyId)).toBe(true);
    }),
  );
});

test("a capital letter as a terminal types it is itself and matches Shift with the letter", () => {
  expect([parseKey("A"), matchesKey("A", "shift+a"), matchesKey("A", "a")]).toEqual(["A", true, false]);
});

test("Escape with a letter that stands for an arrow is the letter too, unless Kitty's protocol is on", () => {
  const matched = () => (["alt+n", "alt+down"] as const).map((id) => matchesKey("\x1bn", id));
  expect(matched()).toEqual([true, true]);
  setKittyProtocolActive(true);
  try {
    expect(matched()).toEqual([false, true]);
  } finally {
    setKittyProtocolActive(false);
  }
});

test("a line feed is Enter and Ctrl+J, and Shift+Enter where Kitty's protocol is on", () => {
  const matched = () => (["enter", "shift+enter", "ctrl+j"] as const).filter((id) => matchesKey("\n", id));
  expect(matched()).toEqual(["enter", "ctrl+j"]);
  setKittyProtocolActive(true);
  try {
    expect(matched()).toEqual(["shift+enter", "ctrl+j"]);
  } finally {
    setKittyProtocolActive(false);
  }
});

test("a symbol that a terminal names itself needs its Shift where Ctrl or Alt is held", () => {
  const matched = (data: string) =>
    (["!", "shift+!", "alt+!", "shift+alt+!"] as const).filter((id) => matchesKey(data, id));
  expect(matched("\x1b[27;4;33~")).toEqual(["shift+alt+!"]);
  expect(matched("\x1b[27;2;33~")).toEqual(["!", "shift+!"]);
});

test("a code that is none is no key", () => {
  for (const data of ["\x1b[27;1;65:66~", "\x1b[27;:~", "\x1b[27;1;:~"]) expect(parseKey(data)).toBe(undefined);
});

test("a letter of a Latin keyboard is itself, wherever it lies", () => {
  expect(parseKey("\x1b[97::113;5u")).toBe("ctrl+a");
  expect(matchesKey("\x1b[97::113;5u", "ctrl+q")).toBe(false);
});

test("keys that have no name, as modifiers and media keys alone, are none", () => {
  for (const code of [57358, 57428, 57441, 63743]) {
    expect(parseKey(`\x1b[${code}u`)).toBe(undefined);
    expect(decodePrintableKey(`\x1b[${code}u`)).toBe(undefined);
  }
});

test("the byte of Escape is that of Ctrl+[ too", () => {
  expect([matchesKey("\x1b", "escape"), matchesKey("\x1b", "ctrl+[")]).toEqual([true, true]);
  expect([parseKey("\x1b"), matchesKey("\x1b", "[")]).toEqual(["escape", false]);
});

test("where Enter has sequences of its own, ESC and a carriage return is what terminals are set to send for Shift+Enter", () => {
  expect(parseKey("\x1b\r")).toBe("alt+enter");
  setKittyProtocolActive(true);
  try {
    expect([parseKey("\x1b\r"), matchesKey("\x1b\r", "shift+enter")]).toEqual(["shift+enter", true]);
  } finally {
    setKittyProtocolActive(false);
  }
});
