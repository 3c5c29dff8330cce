import fc from "fast-check";
import { expect, test } from "vitest";
import { requestText } from "../../../src/transport/body/request-text.ts";

test("half a character becomes the sign for one that is missing; everything else stays", () => {
  expect(requestText({ text: "a\ud83d" })).toBe('{"text":"a\\ufffd"}');
  expect(requestText(["\udc00\ud800", "😀", "\\ud83d", "\\\\\ud83d"])).toBe(
    '["\\ufffd\\ufffd","😀","\\\\ud83d","\\\\\\\\\\ufffd"]',
  );
});

test("any text arrives well-formed", () => {
  const unit = fc.constantFrom("\ud83d", "\ude00", "\\", "u", "d83d", '"', "\n", "é");
  fc.assert(
    fc.property(fc.array(unit), (units) => {
      const text = units.join("");
      expect(JSON.parse(requestText({ text }))).toEqual({ text: text.toWellFormed() });
    }),
  );
});
