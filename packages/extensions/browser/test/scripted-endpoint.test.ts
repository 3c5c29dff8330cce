import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { browserSession } from "../test-real/browser-session.ts";

/** A server that answers like the DevTools of a browser, or does not. */
async function endpoint(answer: (url: string) => { status: number; body: string }) {
  const server = createServer((request, response) => {
    const { status, body } = answer(request.url ?? "");
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() };
}

test("an address that is no browser is named", async () => {
  await using page = await endpoint(() => ({ status: 404, body: "{}" }));
  await using session = await browserSession();
  const answer = await session.call({ action: "open", app: { cdp_url: page.url } });
  expect(answer.isError).toBe(true);
  expect(answer.text).toContain(
    `No browser answers at ${page.url} within 5 s: status 404, not the DevTools of a browser`,
  );
});

test("DevTools that break off in the middle are an error, not a wait", async () => {
  await using page = await endpoint(() => ({
    status: 200,
    body: JSON.stringify({ webSocketDebuggerUrl: "ws://127.0.0.1:9/x" }),
  }));
  await using session = await browserSession();
  const answer = await session.call({ action: "open", app: { cdp_url: page.url } });
  expect(answer).toMatchObject({ isError: true, text: expect.stringContaining(`No browser answers at ${page.url}`) });
});
