import { PassThrough } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { attachJsonlLineReader, LineReader } from "../../../src/modes/wire/line-reader.ts";
import { serializeJsonLine } from "../../../src/modes/wire/serialize-json-line.ts";

function linesOf(chunks: readonly Buffer[]): string[] {
  const lines: string[] = [];
  const reader = new LineReader((line) => lines.push(line));
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return lines;
}

test("P-APP-20: U+2028 and U+2029 inside a string do not split", () => {
  const value = { text: "a\u2028b\u2029c\u0085d" };
  expect(linesOf([Buffer.from(serializeJsonLine(value))]).map((line) => JSON.parse(line))).toEqual([value]);
});

test("P-APP-21: CRLF, a character split over chunks and a last line without LF", () => {
  const bytes = Buffer.from('{"a":"é"}\r\n{"b":"😀"}');
  expect(linesOf([...bytes].map((byte) => Buffer.from([byte])))).toEqual(['{"a":"é"}', '{"b":"😀"}']);
});

test("P-APP-21: any lines, cut anywhere, come back as they were", () => {
  const values = fc.array(fc.jsonValue(), { maxLength: 8 });
  fc.assert(
    fc.property(values, fc.array(fc.nat(40), { minLength: 1 }), (written, sizes) => {
      const bytes = Buffer.from(written.map(serializeJsonLine).join(""));
      const chunks: Buffer[] = [];
      for (let at = 0, next = 0; at < bytes.length; next++) {
        const size = 1 + (sizes[next % sizes.length] ?? 0);
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      expect(linesOf(chunks)).toEqual(written.map((value) => JSON.stringify(value)));
    }),
  );
});

test("a stream is read until the reader is taken off", () => {
  const stream = new PassThrough();
  const lines: string[] = [];
  const detach = attachJsonlLineReader(stream, (line) => lines.push(line));
  stream.emit("data", Buffer.from("one\ntwo"));
  detach();
  stream.emit("data", Buffer.from("\nthree\n"));
  expect(lines).toEqual(["one"]);
});
