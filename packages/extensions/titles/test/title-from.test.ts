import fc from "fast-check";
import { expect, test } from "vitest";
import { titleFrom } from "../title-from.ts";

test.each([
  ["Fix the login page", "Fix the login page"],
  ['"Fix the login page."\n\nBecause it is broken.', "Fix the login page"],
  ["# Title", "Title"],
  ["Title: Parser rewrite", "Parser rewrite"],
  ["**Bold**", "Bold"],
  ["\n  \n", undefined],
  ["", undefined],
  ["x".repeat(100), `${"x".repeat(59)}…`],
])("%j", (answer, title) => expect(titleFrom(answer)).toBe(title));

test("a title is one short line whatever the model says", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (answer) => {
      const title = titleFrom(answer);
      expect(title === undefined || (title.length <= 60 && title.trim() === title && !/\p{Cc}/u.test(title))).toBe(
        true,
      );
    }),
  );
});
