import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";

type Answer = (response: ServerResponse, id: number) => void;

const headers = (type: string) => ({ "content-type": type });
const json = (response: ServerResponse, text: string) =>
  void response.writeHead(200, headers("application/json")).end(text);
const result = (id: number, value: object) => JSON.stringify({ jsonrpc: "2.0", id, result: value });

/** A server that is correct until its tool is called; then the answer is that of the test. */
async function startServer(answer: Answer) {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { id, method, params } = JSON.parse(body || "{}") as { id?: number; method?: string; params?: object };
    if (request.method !== "POST") response.writeHead(405).end();
    else if (id === undefined) response.writeHead(202).end();
    else if (method === "initialize")
      json(response, result(id, { ...params, capabilities: { tools: {} }, serverInfo: { name: "bad", version: "1" } }));
    else if (method === "tools/list")
      json(response, result(id, { tools: [{ name: "go", inputSchema: { type: "object" } }] }));
    else if (method === "tools/call") answer(response, id);
    else json(response, JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } }));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Calls the tool once. Returns what the model gets. */
async function call(answer: Answer, more: object = {}) {
  await using server = await startServer(answer);
  const step = { toolCalls: [{ name: "mcp__web__go", arguments: {} }] };
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    files: { ".mcp.json": JSON.stringify({ mcpServers: { web: { type: "http", url: server.url, ...more } } }) },
    script: [step, { text: "Done." }],
  });
  expect(await harness.prompt("Go")).toBe("Done.");
  expect(harness.errors).toEqual([]);
  const found = harness.session.messages.findLast((message) => message.role === "toolResult");
  if (found?.role !== "toolResult") throw new Error("There is no result.");
  return {
    isError: found.isError,
    text: found.content.map((block) => (block.type === "text" ? block.text : "")).join(""),
  };
}

test.each<[string, Answer, RegExp]>([
  ["an error of the web server", (response) => void response.writeHead(500).end("broken"), /500|broken/],
  ["no JSON", (response) => json(response, "<html>"), /JSON|json/],
  [
    "another type",
    (response) => void response.writeHead(200, headers("text/html")).end("<html>"),
    /text\/html|content type/i,
  ],
  ["an empty answer", (response) => json(response, ""), /JSON/],
  [
    "an answer with another id",
    (response, id) => json(response, result(id + 1000, { content: [] })),
    /did not answer within 1 s/,
  ],
  [
    "an answer that breaks off",
    (response) => void response.writeHead(200, headers("application/json")).write('{"json', () => response.destroy()),
    /cannot be read/,
  ],
  [
    "an event stream that ends",
    (response) => void response.writeHead(200, headers("text/event-stream")).end(": nothing\n\n"),
    /./,
  ],
  ["no answer", () => undefined, /did not answer within 1 s/],
])("a server with %s gives a failure, and the run goes on", async (_name, answer, reason) => {
  const { isError, text } = await call(answer, { timeout: 1 });
  expect({ isError, text }).toEqual({ isError: true, text: expect.stringMatching(reason) });
});

test("an answer of 20 MB is cut, and events that are no JSON are skipped", async () => {
  const large = await call((response, id) => {
    response.writeHead(200, headers("application/json"));
    response.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`);
    for (let count = 0; count < 20; count++) response.write("x".repeat(1024 * 1024));
    response.end('"}]}}');
  });
  expect(large.isError).toBe(false);
  expect(large.text.length).toBeLessThan(100_000);
  const events = await call((response, id) => {
    response.writeHead(200, headers("text/event-stream"));
    const answer = result(id, { content: [{ type: "text", text: "in the end" }] });
    response.end(`data: no JSON\n\nevent: strange\ndata: 1\n\nevent: message\ndata: ${answer}\n\n`);
  });
  expect(events).toEqual({ isError: false, text: "in the end" });
});

test("a call is not redirected to another server", async () => {
  let calls = 0;
  await using other = await startServer((response, id) => {
    calls++;
    json(response, result(id, { content: [{ type: "text", text: "elsewhere" }] }));
  });
  const more = { headers: { authorization: "Bearer secret" }, timeout: 2 };
  const { isError, text } = await call((response) => void response.writeHead(307, { location: other.url }).end(), more);
  expect({ isError, text, calls }).toEqual({ isError: true, text: expect.not.stringContaining("elsewhere"), calls: 0 });
});
