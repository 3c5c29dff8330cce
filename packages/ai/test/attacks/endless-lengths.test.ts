import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { crc32 } from "../../src/framing/crc32.ts";
import { type Api, type AssistantMessage, streamSimple } from "../../src/index.ts";
import { callJson } from "../../src/transport/call-json.ts";
import { frame, startServer } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

/**
 * What a server, or whatever answers in its place, may try so as to fill the memory. Each sends a little more than the limit
 * and then ends as if all were well; each must end with a typed error that names the limit, and lose its connection.
 */

const MEGABYTE = 1024 * 1024;
const BLOCK = "x".repeat(MEGABYTE);

interface Attempt {
  readonly what: string;
  readonly api: Api;
  readonly headers?: Record<string, string>;
  readonly body: () => Iterable<string | Buffer>;
  readonly refused: string;
}

const ATTEMPTS: readonly Attempt[] = [
  {
    what: "a line of an event stream that does not end",
    api: "openai-completions",
    body: () => ["data: ", ...repeated(BLOCK, 70)],
    refused: "A line of the answer is longer than 64 MB",
  },
  {
    what: "a line of newline-delimited JSON that does not end",
    api: "ollama",
    body: () => ['{"message":{"content":"', ...repeated(BLOCK, 70)],
    refused: "A line of the answer is longer than 64 MB",
  },
  {
    what: "an event whose data lines do not end",
    api: "openai-responses",
    body: () => repeated(`data: ${BLOCK}\n`, 70),
    refused: "An event of the answer is longer than 64 MB",
  },
  {
    what: "an event of empty data lines",
    api: "anthropic-messages",
    body: () => repeated("data\n".repeat(100_000), 22),
    refused: "An event of the answer is longer than 64 MB",
  },
  {
    what: "text that does not end",
    api: "openai-completions",
    body: () => repeated(frame({ choices: [{ delta: { content: BLOCK } }] }), 70),
    refused: "The text of the answer is longer than 64 MB",
  },
  {
    what: "thinking that does not end",
    api: "ollama",
    body: () => repeated(`${JSON.stringify({ message: { thinking: BLOCK } })}\n`, 70),
    refused: "The text of the answer is longer than 64 MB",
  },
  {
    what: "arguments of a tool that do not end",
    api: "openai-completions",
    body: () =>
      repeated(
        frame({
          choices: [{ delta: { tool_calls: [{ index: 0, id: "c", function: { name: "f", arguments: BLOCK } }] } }],
        }),
        70,
      ),
    refused: "The text of the answer is longer than 64 MB",
  },
  {
    what: "empty tool calls without number",
    api: "anthropic-messages",
    body: () =>
      numbered(70_000, (index) => frame({ type: "content_block_start", index, content_block: emptyCall(index) })),
    refused: "The text of the answer is longer than 64 MB",
  },
  {
    what: "300 kilobytes that become 300 megabytes of comments",
    api: "openai-completions",
    headers: { "content-encoding": "gzip" },
    body: () => repeated(gzipSync(`:${BLOCK}\n`.repeat(16)), 19),
    refused: "The answer is longer than 256 MB",
  },
  {
    what: "70 kilobytes that become a line of 70 megabytes",
    api: "openai-completions",
    headers: { "content-encoding": "gzip" },
    body: () => repeated(gzipSync(BLOCK), 70),
    refused: "A line of the answer is longer than 64 MB",
  },
  {
    what: "a message of an AWS event stream that announces 25 MB",
    api: "bedrock-converse-stream",
    headers: { "content-type": "application/vnd.amazon.eventstream" },
    body: () => [awsPrelude(25 * MEGABYTE), ...repeated(BLOCK, 26)],
    refused: "A message of the event stream is longer than 24 MB",
  },
];

test.each(ATTEMPTS)("$what", async ({ api, headers = {}, body, refused }) => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  await using server = await startServer(async (response) => {
    response.writeHead(200, headers).on("close", resolve);
    for (const piece of body()) {
      if (response.closed) return;
      if (!response.write(piece)) await nextRoom(response);
    }
    response.end();
  });
  const model = testModel(api, { baseUrl: server.url });
  const message = await streamSimple(model, { messages: [] }, { apiKey: "key", maxRetries: 2 }).result();
  expectRefusal(message, refused);
  expect(server.requests).toHaveLength(1);
  await closed;
});

const FRAGMENT = { text: 0x01, continuation: 0x00, ping: 0x89 };

test.each([
  {
    what: "a WebSocket message of many fragments",
    frames: () => [frameOf(FRAGMENT.text, BLOCK), ...repeated(frameOf(FRAGMENT.continuation, BLOCK), 69)],
    refused: "A message over the WebSocket is longer than 64 MB",
  },
  {
    what: "a WebSocket message of empty fragments",
    frames: () =>
      repeated(Buffer.concat(Array.from({ length: 100_000 }, () => frameOf(FRAGMENT.continuation, ""))), 22),
    refused: "A message over the WebSocket is longer than 64 MB",
  },
  {
    what: "a WebSocket ping of a megabyte",
    frames: () => [frameOf(FRAGMENT.ping, BLOCK)],
    refused: "a WebSocket control frame of 1048576 bytes; the protocol allows 125",
  },
])("$what", async ({ frames, refused }) => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  await using server = await startSocketServer(async (socket) => {
    socket.once("close", resolve);
    for (const piece of frames()) {
      if (socket.destroyed) return;
      if (!socket.write(piece)) await nextRoom(socket);
    }
    socket.end();
  });
  const model = testModel("openai-codex-responses", { baseUrl: server.url });
  const options = { apiKey: "key", maxRetries: 0, transport: "websocket" as const };
  expectRefusal(await streamSimple(model, { messages: [] }, options).result(), refused);
  await closed;
});

test("a list of models or a token that becomes 40 megabytes", async () => {
  await using server = await startServer((response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    response.end(Buffer.concat([...repeated(gzipSync(BLOCK), 40)]));
  });
  await expect(callJson({ url: server.url })).rejects.toThrow("The server's answer is longer than 32 MB");
});

test("real lengths pass: a megabyte of text in one delta, and an answer of a hundred thousand deltas", async () => {
  const word = frame({ choices: [{ delta: { content: "word " } }] });
  await using server = await startServer(async (response) => {
    response.writeHead(200);
    response.write(frame({ choices: [{ delta: { content: BLOCK } }] }));
    for (const piece of repeated(word.repeat(1000), 100)) if (!response.write(piece)) await nextRoom(response);
    response.end(`${frame({ choices: [{ delta: {}, finish_reason: "stop" }] })}data: [DONE]\n\n`);
  });
  const model = testModel("openai-completions", { baseUrl: server.url });
  const { content, stopReason } = await streamSimple(model, { messages: [] }, { apiKey: "key" }).result();
  expect(stopReason).toBe("stop");
  expect(content).toMatchObject([{ type: "text" }]);
  expect((content[0] as { text: string }).text).toHaveLength(MEGABYTE + 5 * 100_000);
});

function expectRefusal({ stopReason, errorMessage, error }: AssistantMessage, refused: string): void {
  expect({ stopReason, errorMessage }).toEqual({ stopReason: "error", errorMessage: expect.stringContaining(refused) });
  expect(error).toEqual({ code: "server", permanent: true });
}

function* repeated<T>(piece: T, times: number): Generator<T> {
  for (let time = 0; time < times; time++) yield piece;
}

function* numbered(count: number, make: (index: number) => string): Generator<string> {
  const most = 1000;
  for (let start = 0; start < count; start += most) {
    yield Array.from({ length: most }, (_, index) => make(start + index)).join("");
  }
}

function emptyCall(index: number): object {
  return { type: "tool_use", id: `call-${index}`, name: "f", input: {} };
}

function awsPrelude(length: number): Buffer {
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(length, 0);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  return prelude;
}

function frameOf(first: number, text: string): Buffer {
  const payload = Buffer.from(text);
  const header = Buffer.alloc(payload.length < 126 ? 2 : 10);
  header.writeUInt8(first, 0);
  if (header.length === 2) header.writeUInt8(payload.length, 1);
  else header.writeBigUInt64BE(BigInt(payload.length), header.writeUInt8(127, 1));
  return Buffer.concat([header, payload]);
}

/** Until the other side has read some, or has left. */
async function nextRoom(stream: ServerResponse | Duplex): Promise<void> {
  const done = new AbortController();
  await Promise.race(["drain", "close"].map((event) => once(stream, event, { signal: done.signal }).catch(() => [])));
  done.abort();
}

async function startSocketServer(speak: (socket: Duplex) => Promise<void>): Promise<AsyncDisposable & { url: string }> {
  const server = createServer();
  server.on("upgrade", (_request, socket) => {
    socket.on("error", () => undefined);
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
    socket.once("data", () => void speak(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, "close");
    },
  };
}
