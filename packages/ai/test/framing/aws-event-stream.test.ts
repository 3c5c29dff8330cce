import fc from "fast-check";
import { expect, test } from "vitest";
import { AwsEventStream } from "../../src/framing/aws-event-stream.ts";
import { awsFrame } from "../support/dialects/bedrock-converse-stream.ts";

const frames = [awsFrame("messageStart", { role: "assistant" }), awsFrame("metadata", { usage: {} })];
const body = Buffer.concat(frames);

test("how the bytes were cut never shows", () => {
  const whole = read([body]);
  expect(whole).toEqual(['event messageStart {"role":"assistant"}', 'event metadata {"usage":{}}']);
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: body.length - 1 }));
  fc.assert(
    fc.property(cuts, (places) => {
      expect(read(split(places))).toEqual(whole);
    }),
  );
});

test("one changed byte, wherever it is, is noticed by the checksums", () => {
  const [frame = new Uint8Array()] = frames;
  for (let index = 1; index < frame.length; index++) {
    const damaged = Buffer.from(frame);
    damaged[index] = (damaged[index] ?? 0) ^ 1;
    // A length that has grown waits for what never comes; any other change is told.
    if (index >= 4) expect(() => read([damaged])).toThrow(/corrupt: a checksum does not match/);
  }
});

test("a body that begins like text has no frames", () => {
  expect(read([Buffer.from('{"message":"no"}')])).toEqual([]);
});

function read(chunks: readonly Uint8Array[]): string[] {
  const stream = new AwsEventStream();
  return chunks.flatMap((chunk) =>
    [...stream.push(chunk)].map(
      ({ messageType, eventType, payload }) => `${messageType} ${eventType} ${Buffer.from(payload)}`,
    ),
  );
}

function split(places: readonly number[]): Buffer[] {
  const edges = [0, ...places.toSorted((a, b) => a - b), body.length];
  return edges.slice(1).map((end, index) => body.subarray(edges[index], end));
}
