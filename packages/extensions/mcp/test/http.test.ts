import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";
import { startHttpServer } from "./http-server.ts";

const CALL = { toolCalls: [{ name: "mcp__web__where", arguments: {} }] };

async function opened(url: string, more: object = {}) {
  return await createExtensionHarness({
    extensions: [manifest],
    files: { ".mcp.json": JSON.stringify({ mcpServers: { web: { type: "http", url, ...more } } }) },
    script: [CALL, { text: "One." }, CALL, { text: "Two." }],
  });
}

const results = ({ session }: Awaited<ReturnType<typeof opened>>) =>
  session.messages.flatMap((message) => (message.role === "toolResult" ? [message.content] : []));

test("P-OMP-7: a server is reached over streamable HTTP, with the headers that its file names", async () => {
  await using server = await startHttpServer("streamable");
  await using harness = await opened(server.url, { headers: { authorization: "!printf 'Bearer %s' 123" } });
  await harness.prompt("Go");
  expect(results(harness)).toMatchObject([[{ text: "over HTTP" }]]);
  expect(server.requests.every(({ headers }) => headers.authorization === "Bearer 123")).toBe(true);
});

test("a server that knows only the older SSE is reached, too", async () => {
  await using server = await startHttpServer("sse");
  await using harness = await opened(server.url);
  await harness.prompt("Go");
  expect(results(harness)).toMatchObject([[{ text: "over HTTP" }]]);
});

test("a server that has forgotten the session gets a new one, once, for the next call", async () => {
  await using server = await startHttpServer("streamable");
  await using harness = await opened(server.url);
  await harness.prompt("Go");
  server.forget();
  await harness.prompt("Again");
  expect(results(harness)).toMatchObject([[{ text: "over HTTP" }], [{ text: "over HTTP" }]]);
});
