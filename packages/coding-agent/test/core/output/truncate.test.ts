import fc from "fast-check";
import { expect, test } from "vitest";
import {
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_LINES,
  formatSize,
  truncateHead,
  truncateLine,
  truncateMiddle,
  truncateTail,
} from "../../../src/core/output/index.ts";

test("the policy is 2000 lines or 50 KiB", () => {
  expect([DEFAULT_MAX_LINES, DEFAULT_MAX_BYTES]).toEqual([2000, 51_200]);
});

test("P-TOOL-1: truncateHead keeps whole first lines and says which limit was hit", () => {
  expect(truncateHead("a\nb\nc\nd", { maxLines: 2, maxBytes: 100 })).toEqual({
    content: "a\nb",
    truncated: true,
    truncatedBy: "lines",
    totalLines: 4,
    totalBytes: 7,
    outputLines: 2,
    outputBytes: 3,
    lastLinePartial: false,
    firstLineExceedsLimit: false,
    maxLines: 2,
    maxBytes: 100,
  });
  const byBytes = truncateHead("aaaa\nbbbb\ncccc", { maxLines: 10, maxBytes: 9 });
  expect([byBytes.content, byBytes.truncatedBy, byBytes.outputBytes]).toEqual(["aaaa\nbbbb", "bytes", 9]);
});

test("P-TOOL-2: truncateTail keeps whole last lines", () => {
  expect(truncateTail("a\nb\nc\nd\n", { maxLines: 2, maxBytes: 100 })).toEqual({
    content: "c\nd",
    truncated: true,
    truncatedBy: "lines",
    totalLines: 4,
    totalBytes: 8,
    outputLines: 2,
    outputBytes: 3,
    lastLinePartial: false,
    firstLineExceedsLimit: false,
    maxLines: 2,
    maxBytes: 100,
  });
  const byBytes = truncateTail("aaaa\nbbbb\ncccc", { maxLines: 10, maxBytes: 9 });
  expect([byBytes.content, byBytes.truncatedBy]).toEqual(["bbbb\ncccc", "bytes"]);
});

test.each([truncateHead, truncateTail])(
  "P-TOOL-3: %o leaves text at a limit alone, and cuts one line or byte more",
  (truncate) => {
    const limits = { maxLines: 3, maxBytes: 5 };
    for (const text of ["a\nb\nc", "a\nb\nc\n", "aaaaa", "aaaaa\n", ""]) {
      const result = truncate(text, limits);
      expect([result.content, result.truncated, result.truncatedBy]).toEqual([text, false, null]);
    }
    for (const text of ["\n\n\n\n", "aaaaaa", "aa\nbbb"]) expect(truncate(text, limits).truncated).toBe(true);
  },
);

test("P-TOOL-5: a first line above the limit is told, not hidden", () => {
  const result = truncateHead("x".repeat(10), { maxLines: 5, maxBytes: 9 });
  expect([result.content, result.firstLineExceedsLimit, result.truncatedBy]).toEqual(["", true, "bytes"]);
});

test("P-TOOL-4: bytes are UTF-8 bytes, and no character is split", () => {
  const result = truncateTail("é".repeat(10), { maxLines: 5, maxBytes: 5 });
  expect([result.content, result.lastLinePartial, result.outputBytes]).toEqual(["éé", true, 4]);
  expect(truncateHead("日\n本", { maxLines: 5, maxBytes: 6 }).content).toBe("日");
});

const limits = fc.record({ maxLines: fc.integer({ min: 1, max: 6 }), maxBytes: fc.integer({ min: 4, max: 30 }) });
const texts = fc
  .array(fc.constantFrom("a", "\n", "é", "日", "😀", " "), { maxLength: 40 })
  .map((parts) => parts.join(""));

test("head and tail are always within both limits, a prefix and a suffix, and count exactly", () => {
  fc.assert(
    fc.property(texts, limits, (text, options) => {
      const body = text.endsWith("\n") ? text.slice(0, -1) : text;
      const lines = text === "" ? 0 : body.split("\n").length;
      for (const result of [truncateHead(text, options), truncateTail(text, options)]) {
        expect([result.totalLines, result.totalBytes]).toEqual([lines, Buffer.byteLength(text)]);
        expect(result.outputBytes).toBe(Buffer.byteLength(result.content));
        if (!result.truncated) expect(result.content).toBe(text);
        else expect(result.outputBytes).toBeLessThanOrEqual(options.maxBytes);
        expect(result.outputLines).toBeLessThanOrEqual(options.maxLines);
        expect(result.content).not.toContain("\ufffd");
      }
      expect(text.startsWith(truncateHead(text, options).content)).toBe(true);
      const tail = truncateTail(text, options);
      expect((tail.truncated ? body : text).endsWith(tail.content)).toBe(true);
    }),
  );
});

test("truncateLine cuts at 500 characters and marks it, never inside a pair", () => {
  expect(truncateLine("short")).toEqual({ text: "short", wasTruncated: false });
  expect(truncateLine("x".repeat(501))).toEqual({ text: `${"x".repeat(500)}... [truncated]`, wasTruncated: true });
  expect(truncateLine("ab😀cd", 3).text).toBe("ab... [truncated]");
});

test("truncateMiddle keeps both ends and counts what is left out", () => {
  expect(truncateMiddle("0123456789", 4)).toEqual({
    content: "01…6 chars truncated…89",
    truncated: true,
    removedChars: 6,
    totalBytes: 10,
    totalLines: 1,
  });
  expect(truncateMiddle("0123", 4).content).toBe("0123");
});

test("sizes are written with one decimal where it says something", () => {
  expect([0, 1023, 1024, 1536, 51_200, 1_572_864, 3 * 1024 ** 3].map(formatSize)).toEqual([
    "0B",
    "1023B",
    "1KB",
    "1.5KB",
    "50KB",
    "1.5MB",
    "3GB",
  ]);
});
