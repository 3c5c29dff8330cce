import { expect, test } from "vitest";
import { streamSimple } from "../../src/index.ts";
import { readText } from "../../src/transport/body/read-text.ts";
import { callHttp, type HttpCall, type HttpReply } from "../../src/transport/connection/http-call.ts";
import { callByNode } from "../../src/transport/connection/node-http.ts";
import { createAuthority } from "../support/certificates.ts";
import { sse, startSecureServer, startServer, status } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

/** A server that sends requests on to another one, which must never see the key or the prompt. */

const HEADERS = { authorization: "Bearer the-key", "x-api-key": "the-key", cookie: "the-key" };
const WAYS: Record<string, (call: HttpCall) => Promise<HttpReply>> = {
  "Node's client": (call) => callByNode(call, process),
  fetch: (call) => callHttp(call, globalThis.fetch),
};

for (const [way, call] of Object.entries(WAYS)) {
  test.each([301, 302, 303, 307, 308])(
    `${way}: a POST is not repeated at another port of the same host (%i)`,
    async (code) => {
      await using other = await startServer(status(200, "reached"));
      await using server = await startServer(status(code, "moved", { location: `${other.url}/v1` }));
      const reply = await call({ url: server.url, headers: HEADERS, body: "{}" });
      expect([reply.status, await readText(reply.body)]).toEqual([code, "moved"]);
      expect(other.requests).toEqual([]);
    },
  );

  test.each([
    ["another port", (url: string) => url],
    ["another name of this host", (url: string) => url.replace("127.0.0.1", "localhost")],
  ])(`${way}: a GET goes on to %s without any header of the caller`, async (_, name) => {
    await using other = await startServer(status(200, "public"));
    await using server = await startServer(status(302, "", { location: name(`${other.url}/list`) }));
    const reply = await call({ url: server.url, headers: HEADERS });
    expect([reply.status, await readText(reply.body)]).toEqual([200, "public"]);
    const [seen] = other.requests;
    expect([seen?.url, JSON.stringify(seen?.headers).includes("the-key")]).toEqual(["/list", false]);
  });

  test(`${way}: within the origin, key and body go along`, async () => {
    await using server = await startServer(status(308, "", { location: "/v2" }), status(200, "done"));
    const reply = await call({ url: `${server.url}/v1`, headers: HEADERS, body: '{"a":1}' });
    expect(await readText(reply.body)).toBe("done");
    expect(server.requests[1]).toMatchObject({ url: "/v2", body: { a: 1 }, headers: { "x-api-key": "the-key" } });
  });

  test.each(["file:///etc/passwd", "ftp://127.0.0.1/x", "javascript:1", "http://"])(
    `${way}: %s is no place to go on to`,
    async (location) => {
      await using server = await startServer(status(302, "moved", { location }));
      expect((await call({ url: server.url, headers: HEADERS })).status).toBe(302);
    },
  );
}

test("nothing goes on from https to http", async () => {
  const authority = createAuthority();
  await using other = await startServer(status(200, "reached"));
  const moved = status(302, "moved", { location: other.url });
  await using server = await startSecureServer(authority.issue(), moved);
  expect((await callByNode({ url: server.url, ca: authority.ca }, process)).status).toBe(302);
  expect(other.requests).toEqual([]);
});

test("a request to a model tells where the server has moved instead of following it", async () => {
  await using other = await startServer(sse("[DONE]"));
  await using server = await startServer(status(307, "", { location: other.url }));
  const model = testModel("openai-completions", { baseUrl: server.url });
  const { errorMessage } = await streamSimple(model, { messages: [] }, { apiKey: "the-key" }).result();
  expect(errorMessage).toContain(new URL(other.url).host);
  expect(other.requests).toEqual([]);
});
