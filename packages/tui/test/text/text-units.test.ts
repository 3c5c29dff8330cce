import { expect, test } from "vitest";
import { isUnjoined } from "../../src/text/text-units.ts";

test("what is taken for unjoined is one cluster per character, whatever stands beside it", () => {
  const unjoined = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(isUnjoined);
  const neighbours = ["a", "é", "中", "한", "ア", "→", "✓", "⠋", "☎", "©"];
  expect(unjoined).toEqual(expect.arrayContaining(neighbours));
  const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const joining = unjoined.filter((character) => {
    const text = neighbours.flatMap((neighbour) => [neighbour, character]).join("");
    return Array.from(segmenter.segment(text)).length !== text.length;
  });
  expect(joining).toEqual([]);
});
