import fc from "fast-check";
import { expect, test } from "vitest";
import { wrapTextWithAnsi } from "../../src/index.ts";
import { WrapStream } from "../../src/text/wrap-stream.ts";

test("a text that comes in pieces is wrapped as the whole is, at every moment", () => {
  const piece = fc.constantFrom(
    "word",
    " ",
    "  ",
    "\n",
    "a-long-word-without-end",
    "日本。",
    "\x1b[31m",
    "\x1b[4m",
    "\x1b[0m",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.integer({ min: 2, max: 12 }), (pieces, width) => {
      const stream = new WrapStream(width);
      const done: string[] = [];
      let text = "";
      for (const next of pieces) {
        expect(done.concat(stream.preview(next))).toEqual(wrapTextWithAnsi(text + next, width));
        for (const line of stream.append(next)) done.push(line);
        text += next;
      }
    }),
  );
});
