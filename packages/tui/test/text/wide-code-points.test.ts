import { eastAsianWidth } from "get-east-asian-width";
import { expect, test } from "vitest";
import { isWide } from "../../src/text/wide-code-points.ts";

test("the table says of every code point what Unicode says", () => {
  const differing: number[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    if (isWide(codePoint) !== (eastAsianWidth(codePoint) === 2)) differing.push(codePoint);
  }
  expect(differing).toEqual([]);
});
