import { expect, test } from "vitest";
import { bytesOf } from "../keys.ts";

const plain = { usesApplicationKeys: false, usesBracketedPaste: false };

test.each([
  ["a letter", "a", "a"],
  ["a letter of the Kitty protocol", "\x1b[97u", "a"],
  ["a capital letter of the Kitty protocol", "\x1b[97:65;2u", "A"],
  ["text outside of ASCII", "é", "é"],
  ["enter", "\r", "\r"],
  ["enter of the Kitty protocol", "\x1b[13u", "\r"],
  ["ctrl+c", "\x03", "\x03"],
  ["ctrl+c of the Kitty protocol", "\x1b[99;5u", "\x03"],
  ["alt+b of the Kitty protocol", "\x1b[98;3u", "\x1bb"],
  ["backspace", "\x7f", "\x7f"],
  ["shift+tab", "\x1b[Z", "\x1b[Z"],
  ["an arrow", "\x1b[A", "\x1b[A"],
  ["an arrow with ctrl", "\x1b[1;5C", "\x1b[1;5C"],
  ["page down", "\x1b[6~", "\x1b[6~"],
  ["f1", "\x1bOP", "\x1bOP"],
  ["f5 of the Kitty protocol", "\x1b[15;1:1~", "\x1b[15~"],
  ["ctrl+space", "\x1b[32;5u", "\0"],
  ["a paste", "\x1b[200~two\nlines\x1b[201~", "two\nlines"],
])("%s reaches a program as from a plain terminal", (_name, data, bytes) => {
  expect(bytesOf(data, plain)).toBe(bytes);
});

test("the modes of the program decide on arrows and pastes", () => {
  const modes = { usesApplicationKeys: true, usesBracketedPaste: true };
  expect(bytesOf("\x1b[A", modes)).toBe("\x1bOA");
  expect(bytesOf("\x1b[200~x\x1b[201~", modes)).toBe("\x1b[200~x\x1b[201~");
});

test("escape alone is not sent, in either protocol; a release is nothing", () => {
  expect(bytesOf("\x1b", plain)).toBe("escape");
  expect(bytesOf("\x1b[27u", plain)).toBe("escape");
  expect(bytesOf("\x1b[97;1:3u", plain)).toBeUndefined();
});
