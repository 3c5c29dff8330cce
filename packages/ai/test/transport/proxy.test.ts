import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { type SimpleStreamOptions, streamSimple } from "../../src/index.ts";
import { proxyFor } from "../../src/transport/connection/proxy-for.ts";
import { createAuthority } from "../support/certificates.ts";
import { sse, startSecureServer, startServer } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";
import { startProxy } from "../support/proxy.ts";

const ok = sse({ choices: [{ delta: { content: "ok" }, finish_reason: "stop" }] }, "[DONE]");
const ask = (baseUrl: string, env: Record<string, string>, more: SimpleStreamOptions = {}) =>
  streamSimple(
    testModel("openai-completions", { baseUrl }),
    { messages: [] },
    { maxRetries: 0, env, ...more },
  ).result();
const portOf = (url: string) => Number(new URL(url).port);

test("plain addresses are asked of the proxy by their whole URL, with the user it is for", async () => {
  await using server = await startServer(ok);
  await using proxy = await startProxy(portOf(server.url));
  const HTTP_PROXY = proxy.url.replace("//", "//me:p%40ss@");
  const answer = await ask("http://far-away.invalid:8080/v1", { HTTP_PROXY });
  expect(answer.content).toEqual([{ type: "text", text: "ok" }]);
  expect(proxy.asked).toEqual(["POST http://far-away.invalid:8080/v1/chat/completions"]);
  expect(proxy.authorizations).toEqual([`Basic ${btoa("me:p@ss")}`]);
  expect(server.requests[0]?.headers.host).toBe("far-away.invalid:8080");
});

test("secure addresses go through a tunnel, which is kept for the next request", async () => {
  const authority = createAuthority();
  await using server = await startSecureServer(authority.issue({ name: "far-away.invalid" }), ok);
  await using proxy = await startProxy(portOf(server.url));
  for (const _turn of [1, 2]) {
    const controller = new AbortController();
    const options = { ca: authority.ca, signal: controller.signal };
    const answer = await ask("https://far-away.invalid", { https_proxy: proxy.url }, options);
    expect([answer.stopReason, answer.errorMessage]).toEqual(["stop", undefined]);
    // Who stops now stops nothing any more.
    controller.abort();
  }
  expect(proxy.asked).toEqual(["CONNECT far-away.invalid:443"]);
  expect(server.requests).toHaveLength(2);
});

test("an address of numbers is asked of the proxy in brackets, and a password may hold a bare percent sign", async () => {
  await using refusing = await startProxy(0, { refusal: 403 });
  const HTTPS_PROXY = refusing.url.replace("//", "//me:50%off@");
  await ask("https://[2001:db8::1]", { HTTPS_PROXY });
  expect(refusing.asked).toEqual(["CONNECT [2001:db8::1]:443"]);
  expect(refusing.authorizations).toEqual([`Basic ${btoa("me:50%off")}`]);
});

test("a proxy that refuses, is not there, or is of another kind is named, with what to do", async () => {
  await using refusing = await startProxy(0, { refusal: 407 });
  const host = new URL(refusing.url).host;
  const secure = await ask("https://far-away.invalid", { HTTPS_PROXY: refusing.url });
  expect(secure).toMatchObject({
    error: { code: "auth", status: 407 },
    errorMessage: `The proxy ${host} refused to connect to far-away.invalid:443 (HTTP 407). Check the user and password in HTTPS_PROXY.`,
  });
  const plain = await ask("http://far-away.invalid", { HTTP_PROXY: refusing.url });
  expect(plain.errorMessage).toContain("Check the user and password of the proxy in HTTP_PROXY.");

  const closed = await startProxy(0);
  await closed[Symbol.asyncDispose]();
  for (const scheme of ["http", "https"]) {
    const { errorMessage } = await ask(`${scheme}://far-away.invalid`, { ALL_PROXY: closed.url });
    expect(errorMessage).toBe(
      `The proxy ${new URL(closed.url).host}, which ALL_PROXY names, cannot be reached (ECONNREFUSED). Check the variable, or list the host in NO_PROXY.`,
    );
  }
  const socks = await ask("https://far-away.invalid", { HTTPS_PROXY: "socks5://user:secret@127.0.0.1:1080" });
  expect(socks.errorMessage).toBe(
    "HTTPS_PROXY names no usable proxy: socks5://127.0.0.1:1080. Give the URL of an HTTP or HTTPS proxy.",
  );
});

test("an abort while the tunnel is being made does not wait for it", async () => {
  await using silent = await startServer();
  const controller = new AbortController();
  const asked = ask("https://far-away.invalid", { HTTPS_PROXY: silent.url }, { signal: controller.signal });
  setImmediate(() => controller.abort());
  expect((await asked).stopReason).toBe("aborted");
});

test("a tunnel that nobody waits for any more is given up with its request", async () => {
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const silent = createServer((socket) => {
    socket.on("close", () => closed.resolve()).resume();
    opened.resolve();
  });
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const HTTPS_PROXY = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const controller = new AbortController();
  const asked = ask("https://far-away.invalid", { HTTPS_PROXY }, { signal: controller.signal });
  await opened.promise;
  controller.abort();
  expect((await asked).stopReason).toBe("aborted");
  await closed.promise;
  silent.close();
});

test("NO_PROXY takes names, what is below them, ports and stars; this machine is never behind a proxy", () => {
  const through = (url: string, NO_PROXY: string) =>
    proxyFor(url, { HTTP_PROXY: "p.example:3128", HTTPS_PROXY: "https://p.example", NO_PROXY })?.url.href;
  const plain = "http://p.example:3128/";
  const cases: [string, string, string | undefined][] = [
    ["http://api.example.com", "", plain],
    ["https://api.example.com", "other.com", "https://p.example/"],
    ["http://api.example.com", "*", undefined],
    ["http://api.example.com", "example.com", undefined],
    ["http://api.example.com", "a.com, .EXAMPLE.com", undefined],
    ["http://api.example.com", "x *.example.com", undefined],
    ["http://badexample.com", "example.com", plain],
    ["http://example.com:8080", "example.com:8080", undefined],
    ["http://example.com:8081", "example.com:8080", plain],
    ["https://example.com", "example.com:443", undefined],
    ["http://[fd00::1]:80", "fd00::1", undefined],
    ["http://[fd00::1]", "[fd00::1]:80", undefined],
    ["http://10.0.0.7", "10.0.0.7", undefined],
    ["http://localhost:11434", "", undefined],
    ["http://127.1.2.3", "", undefined],
    ["http://[::1]:8080", "", undefined],
  ];
  expect(cases.map(([url, exceptions]) => [url, exceptions, through(url, exceptions)])).toEqual(cases);
  expect(proxyFor("https://x.example", { no_proxy: "x.example", HTTPS_PROXY: "p" })).toBe(undefined);
});
