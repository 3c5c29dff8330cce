import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { callByNode } from "../../src/transport/connection/node-http.ts";

const WORDS = Array.from({ length: 240 }, (_, index) => `word ${index} `);

test("a stream that trickles is read in larger pieces, and every word of it", async () => {
  await using server = await serve(trickle);
  const pieces: string[] = [];
  for await (const piece of await server.body()) pieces.push(`${Buffer.from(piece)}`);
  expect(pieces.join("")).toBe(WORDS.join(""));
  expect(pieces.length).toBeLessThan(WORDS.length / 2);
});

test("an answer whose connection is lost in a rest is read to where it came, then fails", async () => {
  await using server = await serve(async (response) => {
    await trickle(response, WORDS.length - 1);
    response.destroy();
  });
  let text = "";
  const read = async () => {
    for await (const piece of await server.body()) text += Buffer.from(piece);
  };
  await expect(read()).rejects.toThrow();
  expect(text).toBe(WORDS.slice(0, -1).join(""));
});

test("an abort does not wait for the end of a rest, and the next answer is whole", async () => {
  const answers = [endless, trickle];
  await using server = await serve(async (response) => await answers.shift()?.(response));
  const stop = new AbortController();
  let count = 0;
  const read = async () => {
    for await (const _ of await server.body(stop.signal)) if (++count === 36) setTimeout(() => stop.abort(), 1);
  };
  await expect(read()).rejects.toThrow(/abort/i);
  let text = "";
  for await (const piece of await server.body()) text += Buffer.from(piece);
  expect(text).toBe(WORDS.join(""));
});

test("an answer that comes as fast as it can is whole", async () => {
  const large = "x".repeat(8 * 1024 * 1024);
  await using server = await serve(async (response) => void response.end(large));
  let bytes = 0;
  for await (const piece of await server.body()) bytes += piece.length;
  expect(bytes).toBe(large.length);
});

async function trickle(response: ServerResponse, count = WORDS.length): Promise<void> {
  for (const word of WORDS.slice(0, count)) {
    response.write(word);
    await delay(3);
  }
  if (count === WORDS.length) response.end();
}

async function endless(response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    response.write("word ");
    await delay(3);
  }
}

async function serve(answer: (response: ServerResponse) => Promise<void>) {
  const server = createServer((_, response) => void answer(response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    body: async (signal?: AbortSignal) => (await callByNode({ url, body: "{}", signal }, process)).body,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
