import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonLines } from "../../src/framing/json-lines.ts";
import { ServerSentEvents } from "../../src/framing/server-sent-events.ts";

test("an event ends at a blank line, whatever the line ending", () => {
  for (const newline of ["\n", "\r", "\r\n"]) {
    expect(read(["event: delta", "data: one", "", "data: two", "", ""].join(newline))).toEqual([
      { event: "delta", data: "one" },
      { event: "message", data: "two" },
    ]);
  }
});

test("several data lines are joined, comments, unknown fields and nameless events are passed over", () => {
  expect(read(": ping\nretry: 5\ndata: a\ndata:b\n\nevent: lost\n\ndata\n\n")).toEqual([
    { event: "message", data: "a\nb" },
    { event: "message", data: "" },
  ]);
});

test("a body that stops inside an event yields only what was complete", () => {
  expect(read("data: whole\n\ndata: half")).toEqual([{ event: "message", data: "whole" }]);
});

test("how the bytes were cut never shows", () => {
  const body = Buffer.from("event: é\r\ndata: 日本\r\n\r\ndata: {}\n\n\r\rdata: 😀\r\r");
  const whole = read(body);
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: body.length - 1 })), (cuts) => {
      expect(read(...split(body, cuts))).toEqual(whole);
    }),
  );
});

test("JSON lines come out whole, the last one even without its newline", () => {
  const lines = new JsonLines();
  const seen = ['{"a":', '1}\n\n{"b":2}\n{"c"', ":3}"].flatMap((chunk) => [...lines.push(Buffer.from(chunk))]);
  expect([...seen, ...lines.end()]).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
});

function read(...chunks: (string | Buffer)[]) {
  const events = new ServerSentEvents();
  return [...chunks.flatMap((chunk) => [...events.push(Buffer.from(chunk as string))]), ...events.end()];
}

function split(bytes: Buffer, cuts: number[]): Buffer[] {
  const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
  return edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
}
