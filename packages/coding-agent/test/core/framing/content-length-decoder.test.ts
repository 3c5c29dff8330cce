import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ContentLengthDecoder,
  encodeContentLength,
  MOST_BODY_BYTES,
} from "../../../src/core/framing/content-length-decoder.ts";

const read = (decoder: ContentLengthDecoder, text: string) => [...decoder.take(Buffer.from(text))];

test("P-OMP-12: any messages, cut anywhere, come out as they went in", () => {
  const messages = fc.array(fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue()), { maxLength: 5 });
  fc.assert(
    fc.property(messages, fc.array(fc.nat({ max: 40 })), (sent, cuts) => {
      const bytes = Buffer.concat(sent.map(encodeContentLength));
      const decoder = new ContentLengthDecoder();
      const received: object[] = [];
      let at = 0;
      for (const cut of [...cuts, bytes.length]) {
        received.push(...decoder.take(bytes.subarray(at, at + cut)));
        at += cut;
      }
      expect(received).toEqual(sent.map((message) => JSON.parse(JSON.stringify(message))));
    }),
  );
});

test("other headers and a line before the first message are ignored", () => {
  const text = 'starting\r\nContent-Type: x\r\ncontent-length: 8 \r\n\r\n{"a": 1}';
  expect(read(new ContentLengthDecoder(), text)).toEqual([{ a: 1 }]);
});

test.each([
  ["no header", "x".repeat(9000), "something other than messages"],
  ["no length", "Some: thing\r\n\r\n{}", "a message without a length"],
  ["too long", `Content-Length: ${MOST_BODY_BYTES + 1}\r\n\r\n`, `a message of ${MOST_BODY_BYTES + 1} bytes`],
  ["not JSON", "Content-Length: 2\r\n\r\n{]", "not JSON"],
  ["not an object", "Content-Length: 2\r\n\r\n[]", "not an object"],
])("%s is an error, after the messages before it", (_name, text, error) => {
  const decoder = new ContentLengthDecoder();
  const received: object[] = [];
  const all = Buffer.concat([encodeContentLength({ first: 1 }), Buffer.from(text)]);
  expect(() => {
    for (const message of decoder.take(all)) received.push(message);
  }).toThrow(error);
  expect(received).toEqual([{ first: 1 }]);
});
