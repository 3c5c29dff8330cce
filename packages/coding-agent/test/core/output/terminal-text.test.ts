import fc from "fast-check";
import { expect, test } from "vitest";
import { stripTerminalSequences, TerminalText } from "../../../src/core/output/index.ts";

test("P-TOOL-70: escape sequences and control characters are taken out", () => {
  const noisy = "\x1b[31mred\x1b[0m \x1b]0;title\x07ok \x1b]8;;http://x\x1b\\link\x1b(B\x00\x07\x7f\ufff9 tab\there\n";
  expect(stripTerminalSequences(noisy)).toBe("red ok link tab\there\n");
});

test("a line overwritten by carriage returns keeps its last state, and CRLF is a line end", () => {
  expect(stripTerminalSequences("10%\r50%\r100%\ndone\r\nnext\r\n")).toBe("100%\ndone\nnext\n");
});

test("P-TOOL-46: how the bytes were cut never shows", () => {
  const bytes = Buffer.from("日本 \x1b[1;32mé\x1b[0m\x1b]0;t\x1b\\😀 a\r\nb\r\n\x1b(Bend");
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 })), (cuts) => {
      expect(read(bytes, cuts)).toBe("日本 é😀 a\nb\nend");
    }),
  );
});

test("an unfinished sequence at the end does not swallow what came before it", () => {
  expect(read(Buffer.from("text\x1b["), [3])).toBe("text");
});

function read(bytes: Buffer, cuts: number[]): string {
  const text = new TerminalText();
  const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
  return (
    edges.slice(1).reduce((read, end, index) => read + text.push(bytes.subarray(edges[index], end)), "") + text.end()
  );
}
