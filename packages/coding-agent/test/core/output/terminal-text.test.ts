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

test("a carriage return within a line end does nothing, however many there are", () => {
  expect(stripTerminalSequences("one\r\r\ntwo\r\n\r\nthree\r")).toBe("one\ntwo\n\nthree");
});

test("a progress bar is one line, whatever comes in one piece", () => {
  const text = new TerminalText();
  const push = (chunk: string) => [text.push(Buffer.from(chunk)), text.open];
  expect(push("start\n  1%")).toEqual(["start\n", "  1%"]);
  expect(push("\r 50%")).toEqual(["", " 50%"]);
  expect(push("\r")).toEqual(["", " 50%"]);
  expect(push("\x1b[K100%\r")).toEqual(["", "100%"]);
  expect(push("\n")).toEqual(["100%\n", ""]);
  expect(push("done")).toEqual(["", "done"]);
  expect(text.end()).toBe("done");
});

test("a line too long to be drawn anew is not held, and stays where it is overwritten", () => {
  const long = "x".repeat(5000);
  const text = new TerminalText();
  expect([text.push(Buffer.from(long)), text.open]).toEqual([long, ""]);
  expect([text.push(Buffer.from("yy\rnext")), text.open]).toEqual(["yy\n", "next"]);
});

test("any chunking gives the same text", () => {
  const piece = fc.constantFrom(
    ..."ab\r\n é😀\x9b\x1b[]3;mK\\\x07\0\t",
    "\r\n",
    "\x1b[2K",
    "\x1b]0;t\x07",
    "x".repeat(3000),
    "y".repeat(5000),
  );
  const cut = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.array(cut, { maxLength: 12 }), (pieces, cuts) => {
      const bytes = Buffer.from(pieces.join(""));
      const places = cuts.map((part) => Math.floor(part * bytes.length));
      const whole = stripTerminalSequences(bytes.toString());
      expect(read(bytes, places)).toBe(whole);
      if (bytes.length < 200) expect(read(bytes, [...bytes.keys()])).toBe(whole);
    }),
    { numRuns: 1000 },
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
