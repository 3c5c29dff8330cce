import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { requestHttp, streamHttp } from "../../../src/core/http/http-client.ts";
import { isPrivateAddress } from "../../../src/core/http/is-private-address.ts";
import { publicLookup } from "../../../src/core/http/private-address.ts";
import { VERSION } from "../../../src/version.ts";

const cleanups: (() => void)[] = [];
beforeEach(() => setEnv("TAU_OFFLINE", "0"));
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean();
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function setEnv(name: string, value: string): void {
  const before = process.env[name];
  process.env[name] = value;
  cleanups.push(() => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  });
}

test("a request is answered whole: status, headers, bytes, text and JSON", async () => {
  const seen: unknown[] = [];
  const origin = await serve((request, response) => {
    const { method, url, headers } = request;
    void text(request).then((body) => {
      seen.push([method, url, body, headers["user-agent"], headers["x-one"]]);
      response.writeHead(404, { "content-type": "application/json" }).end('{"a":1}');
    });
  });
  const answer = await requestHttp(`${origin}/x?y`, { body: "hello", headers: { "X-One": "1" } });
  expect([answer.status, answer.ok, answer.url, answer.text(), answer.json()]).toEqual([
    404,
    false,
    `${origin}/x?y`,
    '{"a":1}',
    { a: 1 },
  ]);
  await requestHttp(origin, { method: "PUT", body: Buffer.from("bytes") });
  expect(seen).toEqual([
    ["POST", "/x?y", "hello", `tau/${VERSION}`, "1"],
    ["PUT", "/", "bytes", `tau/${VERSION}`, undefined],
  ]);
});

test("compressed answers are read, and one that unpacks beyond the limit is not", async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  const origin = await serve(({ url }, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(url === "/bomb" ? bomb : gzipSync("small"));
  });
  expect((await requestHttp(origin)).text()).toBe("small");
  expect(bomb.length).toBeLessThan(100_000);
  await expect(requestHttp(`${origin}/bomb`)).rejects.toMatchObject({ code: "too-large" });
  await expect(requestHttp(`${origin}/bomb`, { maxBytes: 1000 })).rejects.toThrow("sends more than");
});

test("a body without end is cut at the limit, and its connection closed", async () => {
  const closed = Promise.withResolvers<void>();
  const origin = await serve((_, response) => {
    const write = () => {
      while (response.write("x".repeat(10_000)));
    };
    response.on("drain", write).on("close", () => closed.resolve());
    write();
  });
  const { body } = await streamHttp(origin, { maxBytes: 100_000 });
  let bytes = 0;
  const reading = (async () => {
    for await (const chunk of body) bytes += chunk.length;
  })();
  await expect(reading).rejects.toMatchObject({ code: "too-large" });
  expect(bytes).toBeLessThanOrEqual(100_000);
  await closed.promise;
});

test("one that does not answer in time, and one that is stopped", async () => {
  const origin = await serve((_, response) => void response.write("begun"));
  await expect(requestHttp(origin, { timeoutMs: 50 })).rejects.toMatchObject({ code: "timeout" });
  const controller = new AbortController();
  const stopped = requestHttp(origin, { signal: controller.signal });
  controller.abort(new Error("stopped by me"));
  await expect(stopped).rejects.toThrow("stopped by me");
  await expect(requestHttp("http://127.0.0.1:1/")).rejects.toMatchObject({ code: "network" });
  for (const url of ["file:///etc/passwd", "not an address", "ftp://x"])
    await expect(requestHttp(url)).rejects.toMatchObject({ code: "invalid-url" });
});

const SECRETS = { authorization: "Bearer secret", cookie: "a=b", "x-api-key": "secret", accept: "text/plain" };

test("a redirect keeps headers at its origin; to another it takes neither credentials nor a body along", async () => {
  const seen: [string, string | undefined, IncomingMessage["headers"]][] = [];
  const note = (request: IncomingMessage) => seen.push([request.method ?? "", request.url, request.headers]);
  const other = await serve((request, response) => {
    note(request);
    response.end("there");
  });
  const origin = await serve((request, response) => {
    note(request);
    const [, status = "", to = ""] = /^\/(\d+)\/(.*)$/.exec(request.url ?? "") ?? [];
    if (status === "") response.end("here");
    else response.writeHead(Number(status), { location: to === "other" ? `${other}/x` : "/same" }).end();
  });
  expect((await requestHttp(`${origin}/302/same`, { headers: SECRETS })).text()).toBe("here");
  expect(seen.at(-1)?.[2]).toMatchObject(SECRETS);
  const answer = await requestHttp(`${origin}/302/other`, { headers: SECRETS, body: "text" });
  expect([answer.text(), answer.url, seen.at(-1)?.slice(0, 2)]).toEqual(["there", `${other}/x`, ["GET", "/x"]]);
  expect(Object.keys(seen.at(-1)?.[2] ?? {}).sort()).toEqual([
    "accept",
    "accept-encoding",
    "connection",
    "host",
    "user-agent",
  ]);
  expect((await requestHttp(`${origin}/307/same`, { method: "PUT", body: "text" })).text()).toBe("here");
  expect(seen.at(-1)?.[0]).toBe("PUT");
  expect((await requestHttp(`${origin}/307/other`, { body: "text" })).status).toBe(307);
});

test("a redirect that is not to be followed is the answer", async () => {
  const origin = await serve((request, response) => {
    if (request.url === "/end") response.end("end");
    else response.writeHead(302, { location: request.url === "/same" ? "/end" : "http://localhost:1/x" }).end();
  });
  const followsRedirect = (to: URL, from: URL) => to.host === from.host;
  expect((await requestHttp(`${origin}/same`, { followsRedirect })).text()).toBe("end");
  const answer = await requestHttp(`${origin}/other`, { followsRedirect });
  expect([answer.status, answer.headers.location, answer.url]).toEqual([
    302,
    "http://localhost:1/x",
    `${origin}/other`,
  ]);
});

test("redirects without end are given up", async () => {
  const origin = await serve((_, response) => response.writeHead(302, { location: "/again" }).end());
  await expect(requestHttp(origin, { maxRedirects: 3 })).rejects.toMatchObject({ code: "redirect" });
});

test("private addresses are refused where that is asked for, by name, by number and after a redirect", async () => {
  let count = 0;
  const origin = await serve((_, response) => response.end(String(++count)));
  const { port } = new URL(origin);
  const refused = { refusePrivateAddresses: true };
  for (const host of [
    "127.0.0.1",
    "localhost",
    "0x7f.1",
    "2130706433",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "0.0.0.0",
    "10.1.2.3",
    "169.254.169.254",
  ])
    await expect(requestHttp(`http://${host}:${port}/`, refused), host).rejects.toMatchObject({
      code: "private-address",
    });
  const proxy = await serve((_, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end());
  setEnv("HTTP_PROXY", proxy);
  setEnv("NO_PROXY", "");
  await expect(requestHttp("http://public.invalid/", refused)).rejects.toMatchObject({ code: "private-address" });
  expect(count).toBe(0);
});

test("the address that is connected to is the one that was checked", async () => {
  const found = Promise.withResolvers<unknown>();
  publicLookup("localhost", {}, (error) => found.resolve(error));
  expect(await found.promise).toMatchObject({ code: "private-address" });
  const open = ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "100.128.0.1", "172.32.0.1"];
  const closed = [
    "100.64.0.1",
    "172.31.0.1",
    "192.168.0.1",
    "fd00::1",
    "fe80::1",
    "fec0::1",
    "::7f00:1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "::",
    "224.0.0.1",
  ];
  expect([open.filter(isPrivateAddress), closed.filter((address) => !isPrivateAddress(address))]).toEqual([[], []]);
});

test("the proxy of the environment is asked, unless the host is an exception", async () => {
  const asked: string[] = [];
  const proxy = await serve(({ url }, response) => {
    asked.push(url ?? "");
    response.end("by the proxy");
  });
  setEnv("HTTP_PROXY", proxy);
  setEnv("NO_PROXY", "exempt.invalid");
  expect((await requestHttp("http://web.invalid/x")).text()).toBe("by the proxy");
  await expect(requestHttp("http://exempt.invalid/x")).rejects.toMatchObject({ code: "network" });
  expect(asked).toEqual(["http://web.invalid/x"]);
});

test("without a network nothing but this machine is asked", async () => {
  const origin = await serve((_, response) => response.end("here"));
  setEnv("TAU_OFFLINE", "1");
  expect((await requestHttp(origin)).text()).toBe("here");
  await expect(requestHttp("http://web.invalid/")).rejects.toThrow("TAU_OFFLINE is set");
});
