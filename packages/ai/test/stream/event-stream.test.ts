import { expect, test } from "vitest";
import { EventStream } from "../../src/stream/event-stream.ts";

function numbers() {
  return new EventStream<number, string>(
    (event) => event < 0,
    (event) => `ended with ${event}`,
  );
}

test("P-AI-22 events pushed before iteration are delivered in order", async () => {
  const stream = numbers();
  for (const event of [1, 2, 3, -1]) stream.push(event);
  expect(await Array.fromAsync(stream)).toEqual([1, 2, 3, -1]);
});

test("P-AI-23 a waiting reader is resumed by the next push", async () => {
  const stream = numbers();
  const reader = stream[Symbol.asyncIterator]();
  const next = reader.next();
  stream.push(7);
  expect(await next).toEqual({ value: 7, done: false });
});

test("P-AI-24 the result is there without iterating", async () => {
  const stream = numbers();
  stream.push(-5);
  expect(await stream.result()).toBe("ended with -5");
});

test("P-AI-25 what is pushed after the end is dropped and iteration ends", async () => {
  const stream = numbers();
  for (const event of [1, -1, 2]) stream.push(event);
  expect(await Array.fromAsync(stream)).toEqual([1, -1]);
});

test("a stream without a terminal event can be ended with a result", async () => {
  const stream = numbers();
  stream.push(1);
  stream.end("done");
  expect([await Array.fromAsync(stream), await stream.result()]).toEqual([[1], "done"]);
});

test("a stream that is forwarded gives each event within its push, those that waited first", async () => {
  const stream = numbers();
  const seen: number[] = [];
  stream.push(1);
  const ended = stream.forward((event) => seen.push(event));
  stream.push(2);
  expect(seen).toEqual([1, 2]);
  for (const event of [-1, 3]) stream.push(event);
  await ended;
  expect([seen, await stream.result()]).toEqual([[1, 2, -1], "ended with -1"]);
});

test("forwarding ends with a stream that has no terminal event, before or after it began", async () => {
  const before = numbers();
  before.end("done");
  await before.forward(() => undefined);
  const after = numbers();
  const ended = after.forward(() => undefined);
  after.end();
  await expect(ended).resolves.toBeUndefined();
});

test("an error of the receiver ends the forwarding and does not reach the writer", async () => {
  const stream = numbers();
  const seen: number[] = [];
  const ended = stream.forward((event) => {
    seen.push(event);
    if (event === 2) throw new Error("full");
  });
  for (const event of [1, 2, 3, -1]) stream.push(event);
  await expect(ended).rejects.toThrow("full");
  expect(seen).toEqual([1, 2]);
});
