import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeFrame, type WebSocketEvent, WebSocketFrames } from "../../src/framing/websocket-frames.ts";

const NO_MASK = new Uint8Array(4);

/** As a server sends it: not masked, and perhaps in fragments. */
function serverFrames(text: string, cuts: readonly number[]): Buffer {
  const bytes = Buffer.from(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const parts = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
  return Buffer.concat(parts.map((part, index) => frame(index === 0 ? 1 : 0, part, index === parts.length - 1)));
}

function frame(opcode: number, payload: Uint8Array, isFinal = true): Buffer {
  const masked = Buffer.from(encodeFrame(opcode, payload, NO_MASK));
  const header = masked.length - payload.length - 4;
  const plain = Buffer.concat([masked.subarray(0, header), payload]);
  plain[0] = (isFinal ? 0x80 : 0) | opcode;
  plain[1] = plain[1]! & 0x7f;
  return plain;
}

test("texts come whole, however they are fragmented and cut on the way", () => {
  const message = fc.record({
    text: fc.string({ unit: "grapheme", maxLength: 400 }),
    cuts: fc.array(fc.nat(), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 5 }), fc.integer({ min: 1, max: 300 }), (messages, size) => {
      const bytes = Buffer.concat(messages.map(({ text, cuts }) => serverFrames(text, cuts)));
      const frames = new WebSocketFrames();
      const events: WebSocketEvent[] = [];
      for (let start = 0; start < bytes.length; start += size)
        events.push(...frames.push(bytes.subarray(start, start + size)));
      expect(events).toEqual(messages.map(({ text }) => ({ kind: "text", text })));
    }),
  );
});

test("a client's frame is masked, with the length in as few bytes as it takes", () => {
  const mask = Uint8Array.of(1, 2, 3, 4);
  for (const [size, header] of [
    [125, 6],
    [126, 8],
    [65_535, 8],
    [65_536, 14],
  ] as const) {
    const payload = Uint8Array.from({ length: size }, (_, index) => index & 0xff);
    const encoded = encodeFrame(1, payload, mask);
    expect(encoded.length).toBe(header + size);
    expect(encoded[1]! & 0x80).toBe(0x80);
    expect(encoded.slice(header).every((byte, index) => (byte ^ mask[index & 3]!) === payload[index])).toBe(true);
  }
});

test("pings between fragments and the close with its reason are told", () => {
  const frames = new WebSocketFrames();
  const bytes = Buffer.concat([
    frame(1, Buffer.from("he"), false),
    frame(9, Buffer.from("?")),
    frame(10, Buffer.from("!")),
    frame(0, Buffer.from("llo")),
    frame(8, Buffer.from([0x03, 0xe9, ...Buffer.from("bye")])),
    frame(8, Buffer.alloc(0)),
  ]);
  expect([...frames.push(bytes)]).toEqual([
    { kind: "ping", payload: Buffer.from("?") },
    { kind: "text", text: "hello" },
    { kind: "close", code: 1001, reason: "bye" },
    { kind: "close", code: 1005, reason: "" },
  ]);
});

test("a length beyond all measure is refused before it is waited for", () => {
  const header = Buffer.from([0x81, 127, 0, 0, 0, 1, 0, 0, 0, 0]);
  expect(() => [...new WebSocketFrames().push(header)]).toThrow(/longer than 64 MB/);
});
