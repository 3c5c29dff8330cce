import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BatchedReader } from "../../../src/transport/body/batched-reader.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "hrtime"] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A stream over a socket that records when it is paused and resumed. */
function openStream() {
  const start = performance.now();
  const events: string[] = [];
  const note = (what: string) => void events.push(`${what} ${performance.now() - start}`);
  const socket = { pause: () => note("pause"), resume: () => note("resume") };
  return { reader: new BatchedReader(socket as unknown as import("node:net").Socket), events };
}

type Stream = ReturnType<typeof openStream>;

/** Reads 16 pieces, which is when a stream is judged. */
function readPieces({ reader }: Stream, { apartMs, bytes = 100 }: { apartMs: number; bytes?: number }): void {
  for (let piece = 0; piece < 16; piece++) {
    reader.read(bytes);
    vi.advanceTimersByTime(apartMs);
    reader.wait();
  }
}

test("a stream that trickles rests after each read", () => {
  const stream = openStream();

  readPieces(stream, { apartMs: 1 });
  vi.advanceTimersByTime(60);

  expect(stream.events).toEqual(["pause 16", "resume 76"]);
});

test("a stream at full speed never rests, even if its first piece came late", () => {
  const stream = openStream();

  stream.reader.wait();
  vi.advanceTimersByTime(5000);
  readPieces(stream, { apartMs: 0 });

  expect(stream.events).toEqual([]);
});

test("streams that rest at the same time continue at the same time, on one timer", () => {
  const streams = [openStream(), openStream(), openStream()];

  for (const stream of streams) readPieces(stream, { apartMs: 1 });
  const timers = vi.getTimerCount();
  vi.advanceTimersByTime(28);

  expect(timers).toBe(1);
  expect(streams.map(({ events }) => events)).toEqual([
    ["pause 16", "resume 76"],
    ["pause 32", "resume 76"],
    ["pause 48", "resume 76"],
  ]);
});

test("the end of one stream leaves the others at rest, and the last one leaves no timer", () => {
  const [first, second] = [openStream(), openStream()];
  for (const stream of [first, second]) readPieces(stream, { apartMs: 1 });

  first.reader.stop();

  expect(second.events).toEqual(["pause 32"]);
  second.reader.stop();
  expect(second.events).toEqual(["pause 32", "resume 32"]);
  expect(vi.getTimerCount()).toBe(0);
});
