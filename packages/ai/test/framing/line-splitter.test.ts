import fc from "fast-check";
import { expect, test } from "vitest";
import { LineSplitter } from "../../src/framing/line-splitter.ts";

const text = fc.array(fc.constantFrom("a", "word", "é", "\n", "\r", "\r\n", "\n\r"), { maxLength: 30 });

test("lines are the same wherever the text is cut, and end in LF, CR or CRLF", () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(8), { maxLength: 30 }), (parts, sizes) => {
      const whole = parts.join("");
      const splitter = new LineSplitter();
      const lines: string[] = [];
      let from = 0;
      for (const size of [...sizes, whole.length]) {
        lines.push(...splitter.push(whole.slice(from, from + size)));
        from += size;
      }
      expect([...lines, splitter.flush()]).toEqual(whole.split(/\r\n|\r|\n/));
    }),
  );
});
