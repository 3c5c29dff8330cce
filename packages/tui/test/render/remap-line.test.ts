import { expect, test } from "vitest";
import { remapLine } from "../../src/render/lines/remap-line.ts";

test.each<[string, string[], number, string[], number]>([
  ["the first line stays the first, blank or not", ["", "word"], 0, ["", "wo", "rd"], 0],
  ["a line is found by the text before it", ["one two", "three"], 1, ["one", "two", "three"], 2],
  ["a line that is part of a longer one is shown again", ["one", "two", "three"], 2, ["one two", "three"], 1],
  ["the end is the end", ["one", "two"], 2, ["one two"], 1],
  ["what holds no text is scaled", ["", "", "", ""], 2, ["", ""], 1],
  ["so is an image", ["\x1b_pi:iaa.0\x07", "\x1b_pi:iaa.1\x07"], 1, ["\x1b_pi:ibb.0\x07", "\x1b_pi:ibb.1\x07"], 1],
])("%s", (_name, before, index, after, expected) => {
  expect(remapLine(before, index, after)).toBe(expected);
});
