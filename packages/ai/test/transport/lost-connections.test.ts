import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { isRetryableAssistantError, streamSimple } from "../../src/index.ts";
import { createAuthority } from "../support/certificates.ts";
import { countConnections } from "../support/count-connections.ts";
import { type Answer, sse, startSecureServer, startServer } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const authority = createAuthority();
const ok = sse({ choices: [{ delta: { content: "ok" }, finish_reason: "stop" }] }, "[DONE]");
const reset: Answer = (response) => void response.destroy();

test("a certificate that is not trusted is refused once: by the request, and by whoever repeats failed answers", async () => {
  const certificates = [
    authority.issue(),
    authority.issue({ name: "example.com" }),
    authority.issue({ until: new Date("2020-01-01") }),
  ];
  for (const [index, identity] of certificates.entries()) {
    await using server = await startSecureServer(identity, ok);
    const { result, connections } = await ask(server.url, index === 0 ? {} : { ca: authority.ca });
    expect([result.error?.code, result.error?.permanent, connections]).toEqual(["network", true, 1]);
    expect(isRetryableAssistantError(result)).toBe(false);
  }
});

test("a server that does not speak TLS is asked once", async () => {
  await using server = await startServer(ok);
  const { result, connections } = await ask(server.url.replace("http:", "https:"));
  expect([result.error?.permanent, connections]).toEqual([true, 1]);
});

test("a connection lost before the answer is made again", async () => {
  await using server = await startServer(reset, ok);
  const { result, connections } = await ask(server.url);
  expect([result.stopReason, connections]).toEqual(["stop", 2]);
});

test("a connection lost while TLS is being agreed on is made again: nothing is wrong with the certificate", async () => {
  const server = createServer((socket) => socket.once("data", () => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { result, connections } = await ask(`https://127.0.0.1:${port}`, { maxRetries: 1 });
  server.close();
  expect([result.error, connections]).toEqual([{ code: "network", body: "ECONNRESET" }, 2]);
  expect(result.errorMessage).toMatch(/^The connection to 127\.0\.0\.1:\d+ was lost \(ECONNRESET\)\. Try again\.$/);
  expect(isRetryableAssistantError(result)).toBe(true);
});

test("a refused connection and a name that is not found are tried again as often as asked: both may pass", async () => {
  const closed = await startServer(ok);
  await closed[Symbol.asyncDispose]();
  for (const [url, code] of [
    [closed.url, /^ECONNREFUSED$/],
    ["http://no-such-host.invalid", /^(ENOTFOUND|EAI_AGAIN)$/],
  ] as const) {
    const { result, connections } = await ask(url, { maxRetries: 1 });
    expect([result.error, connections]).toEqual([{ code: "network", body: expect.stringMatching(code) }, 2]);
    expect((await ask(url, { maxRetries: 0 })).connections).toBe(1);
  }
});

test("an answer that has begun is not asked for again: what was heard is kept", async () => {
  const cut: Answer = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('data: {"choices":[{"delta":{"content":"half"}}]}\n\n', () => response.destroy());
  };
  await using server = await startServer(cut, ok);
  const { result, connections } = await ask(server.url);
  expect([result.content, result.error?.code, connections]).toEqual([[{ type: "text", text: "half" }], "network", 1]);
});

function ask(baseUrl: string, options: { ca?: string; maxRetries?: number } = {}) {
  const model = testModel("openai-completions", { baseUrl });
  const all = { env: { NO_PROXY: "*" }, ...options };
  return countConnections(() => streamSimple(model, { messages: [] }, all).result());
}
