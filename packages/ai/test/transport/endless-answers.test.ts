import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { requestToken } from "../../src/auth/oauth/token-request.ts";
import { refreshCatalogue, streamSimple } from "../../src/index.ts";
import { readText } from "../../src/transport/body/read-text.ts";
import { callJson } from "../../src/transport/call-json.ts";
import { openWebSocket } from "../../src/transport/connection/node-websocket.ts";
import { type Answer, startServer } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const PROTOCOLS = [
  "anthropic-messages",
  "azure-openai-responses",
  "bedrock-converse-stream",
  "google-generative-ai",
  "google-vertex",
  "mistral-conversations",
  "ollama",
  "openai-codex-responses",
  "openai-completions",
  "openai-responses",
] as const;

/** Answers with words and never stops, until the connection is closed. */
function endless(status: number, headers: Record<string, string> = {}): Answer & { readonly closed: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const answer = (response: ServerResponse) => {
    response.writeHead(status, headers);
    const write = () => {
      while (!response.closed && response.write("the disk is full ".repeat(1000)));
    };
    response.on("drain", write).on("close", resolve);
    write();
  };
  return Object.assign(answer, { closed: promise });
}

test.each(PROTOCOLS)(
  "%s: a failure without an end is told by its beginning, and its connection closed",
  async (api) => {
    for (const answer of [endless(500), endless(200, { "content-type": "text/html" })]) {
      await using server = await startServer(answer);
      const model = testModel(api, { baseUrl: server.url });
      const options = { apiKey: "key", maxRetries: 0, transport: "sse" as const };
      const { stopReason, errorMessage = "" } = await streamSimple(model, { messages: [] }, options).result();
      expect(stopReason).toBe("error");
      expect(errorMessage).toContain("the disk is full");
      expect(errorMessage.length).toBeLessThan(1_500);
      await answer.closed;
    }
  },
);

test("a sign-in server, a list of models and a refused WebSocket likewise", async () => {
  const token = endless(500);
  await using signIn = await startServer(token);
  await expect(requestToken(signIn.url, {})).rejects.toThrow(/HTTP 500\): the disk is full/);
  const list = endless(500);
  await using catalogue = await startServer(list);
  expect((await refreshCatalogue({ url: catalogue.url })).error?.message).toContain("HTTP 500");
  const refused = endless(500);
  await using socket = await startServer(refused);
  await expect(openWebSocket({ url: socket.url }, { node: process, provider: "test", timeoutMs: 0 })).rejects.toThrow(
    "the disk is full",
  );
  await Promise.all([token.closed, list.closed, refused.closed]);
});

test("an answer of success that does not end fails before it fills the memory", async () => {
  const answer = endless(200);
  await using server = await startServer(answer);
  await expect(callJson({ url: server.url })).rejects.toThrow("longer than 32 MB");
  await answer.closed;
  async function* body() {
    for (;;) yield new Uint8Array(1000);
  }
  await expect(readText(body(), 1024 * 1024)).rejects.toThrow("longer than 1 MB");
});

test("a failure whose description stops halfway is told by what came of it", async () => {
  await using server = await startServer((response) => {
    response.writeHead(500).write("the disk is");
  });
  const reply = await callJson({ url: server.url }, { timeoutMs: 50 });
  expect([reply.status, reply.text]).toEqual([500, "the disk is"]);
  const model = testModel("openai-completions", { baseUrl: server.url });
  const options = { apiKey: "key", maxRetries: 0, timeoutMs: 50 };
  const { errorMessage } = await streamSimple(model, { messages: [] }, options).result();
  expect(errorMessage).toBe("test failed (HTTP 500): the disk is. Try again, or choose another model.");
});
