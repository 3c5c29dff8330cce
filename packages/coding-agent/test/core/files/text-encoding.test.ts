import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeText, encodeText, isBinary } from "../../../src/core/files/index.ts";

test("whatever the bytes are, they come back as they were", () => {
  const marks = [[], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]];
  fc.assert(
    fc.property(fc.constantFrom(...marks), fc.uint8Array({ maxLength: 40 }), (mark, rest) => {
      const bytes = Buffer.from([...mark, ...rest]);
      expect(Buffer.from(encodeText(decodeText(bytes)) ?? "")).toEqual(bytes);
    }),
  );
});

test("encodings are told by their byte order mark, and what is no UTF-8 is taken byte for byte", () => {
  expect(decodeText(Buffer.from("\ufeffé"))).toEqual({ text: "é", encoding: "utf-8", hasByteOrderMark: true });
  expect(decodeText(Buffer.from("\ufeffé", "utf16le"))).toEqual({
    text: "é",
    encoding: "utf-16le",
    hasByteOrderMark: true,
  });
  expect(decodeText(Buffer.from([0xfe, 0xff, 0x00, 0xe9])).text).toBe("é");
  expect(decodeText(Buffer.from([0x63, 0xe9]))).toEqual({ text: "cé", encoding: "latin1", hasByteOrderMark: false });
});

test("a character that the encoding does not have is refused", () => {
  expect(encodeText({ text: "日", encoding: "latin1", hasByteOrderMark: false })).toBeUndefined();
});

test("a zero byte makes a file binary, unless it is UTF-16", () => {
  expect(isBinary(Buffer.from("text\0"))).toBe(true);
  expect(isBinary(Buffer.from("text"))).toBe(false);
  expect(isBinary(Buffer.from("\ufefftext", "utf16le"))).toBe(false);
});
