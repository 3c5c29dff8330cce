import { setImmediate } from "node:timers/promises";
import type { ExtensionAPI } from "@tau/coding-agent";
import type { ModelReply } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { pageConverter } from "../convert-page.ts";
import { manifest } from "../manifest.ts";
import { PageCache } from "../page-cache.ts";
import { convertHere } from "../page-tasks.ts";
import { type Answer, page, startPageServer } from "./page-server.ts";

const call = (args: object): ModelReply => ({ toolCalls: [{ name: "read", arguments: args as never }] });

/** Has the model read these, one after the other, and returns the results. */
async function run(calls: readonly object[], fetch: object = { privateHosts: ["127.0.0.1"] }) {
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    settings: { fetch },
    script: [...calls.map(call), { text: "done" }],
  });
  await harness.prompt("go");
  expect(harness.errors).toEqual([]);
  return harness.session.messages.flatMap((message) =>
    message.role === "toolResult" ? [message.content.map((block) => ("text" in block ? block.text : "")).join("")] : [],
  );
}

test("R215: read shows a URL with its header; line ranges and offsets page through what was read once", async () => {
  const lines = Array.from({ length: 3000 }, (_, index) => `line ${index + 1}`).join("\n");
  await using server = await startPageServer({ "/a": page(lines, "text/plain") });
  const url = `${server.url}/a`;
  const [whole, ranged, paged] = await run([{ path: url }, { path: `${url}:5-6` }, { path: url, offset: 3002 }]);
  expect(whole).toMatch(
    /^URL: http:\/\/127\.0\.0\.1:\d+\/a\nContent-Type: text\/plain\nMethod: text\n\nline 1\nline 2\n/,
  );
  expect(whole).toContain("[Showing lines 1-2000 of 3004. Use offset=2001 to continue.]");
  expect(ranged).toMatch(/^line 1\nline 2\n\n\[/);
  expect(paged).toBe("line 2998\nline 2999\nline 3000\n");
  expect(server.requests).toHaveLength(1);
});

test("R216, P-OMP-66: a long page is cut, and the model can read on to its end; a long line is shown from its beginning", async () => {
  const lines = Array.from({ length: 4000 }, (_, index) => `line ${index + 1} ${"x".repeat(40)}`).join("\n");
  await using server = await startPageServer({
    "/long": page(lines, "text/plain"),
    "/line": page("y".repeat(60_000), "text/plain"),
  });
  const long = `${server.url}/long`;
  const [first, next, last, line] = await run([
    { path: long },
    { path: long, offset: 1100 },
    { path: `${long}:4000-4004` },
    { path: `${server.url}/line:5` },
  ]);
  const [, end = ""] =
    /\[Showing lines 1-(\d+) of 4004 \(50KB limit\)\. Use offset=\d+ to continue\.\]$/.exec(first ?? "") ?? [];
  expect(Number(end)).toBeGreaterThan(900);
  expect(next).toContain("line 1096 x");
  expect(last).toContain("line 4000 x");
  expect(line).toMatch(/^y{51200}\n\n\[Line 5 is 58\.6KB; its first 50KB are shown\.\]$/);
  expect(server.requests).toHaveLength(2);
});

test("P-OMP-61: :raw shows what the server sends, without conversion, and is kept apart", async () => {
  const html = "<html><body><h1>Title</h1><p>Some text that is long enough to be read as an article.</p></body></html>";
  await using server = await startPageServer({
    "/a": page(html, "text/html"),
    "/b": page('{"a":1}', "application/json"),
  });
  const [raw, converted, lines, json] = await run([
    { path: `${server.url}/a:raw` },
    { path: `${server.url}/a` },
    { path: `${server.url}/a:raw:5-5` },
    { path: `${server.url}/b:raw` },
  ]);
  expect(raw).toContain(`Method: raw\n\n${html}`);
  expect(converted).toContain("# Title");
  expect(converted).not.toContain("<h1>");
  expect(lines).toContain("<h1>Title</h1>");
  expect(json).toContain('{"a":1}');
});

test("an address with a port and no path is not taken for a line range", async () => {
  await using server = await startPageServer({ "/": page("root", "text/plain") });
  const [text] = await run([{ path: server.url }]);
  expect(text).toContain("\n\nroot\n");
});

test("what is private, missing or binary is an error that the model can read", async () => {
  await using server = await startPageServer({ "/b": page(Buffer.from([0, 1, 2]), "application/octet-stream") });
  expect(await run([{ path: `${server.url}/x` }], {})).toEqual([
    expect.stringMatching(/leads to this machine or a private network.*in the setting fetch\.privateHosts\./),
  ]);
  const [missing, binary] = await run([{ path: `${server.url}/x` }, { path: `${server.url}/b` }]);
  expect(missing).toContain("answered HTTP 404.");
  expect(binary).toContain("is a binary file (3B)");
});

test("a page that is no longer fresh is asked for with its ETag, and shown again if it has not changed", async () => {
  let now = 0;
  const cache = new PageCache(() => now);
  const content = { url: "u", contentType: "text/plain", method: "text", text: "t" };
  cache.set("u", content, { headers: { etag: '"1"', "last-modified": "Mon" } });
  const known = cache.get("u");
  expect(known).toMatchObject({ content, conditions: { "if-none-match": '"1"', "if-modified-since": "Mon" } });
  expect(known && cache.isFresh(known)).toBe(true);
  now += 6 * 60_000;
  expect(known && cache.isFresh(known)).toBe(false);
  cache.refresh("u");
  const again = cache.get("u");
  expect(again && cache.isFresh(again)).toBe(true);
  cache.set("u", content, { headers: { etag: '"1"', "cache-control": "no-store" } });
  expect(cache.get("u")?.conditions).toEqual({});
  for (let index = 0; index < 100; index++) cache.set(`p${index}`, content, { headers: {} });
  expect([cache.get("p0"), cache.get("p99")?.content]).toEqual([undefined, content]);
  const large = { ...content, text: "x".repeat(20 * 1024 * 1024) };
  for (const url of ["l1", "l2"]) cache.set(url, large, { headers: {} });
  expect([cache.get("l1"), cache.get("l2")?.content]).toEqual([undefined, large]);
});

test("conditions are sent to the server, which answers 304", async () => {
  const { withHttp, optionsFor } = await import("./page-server.ts");
  const { readPage } = await import("../read-page.ts");
  const { harness, http } = await withHttp();
  await using _ = harness;
  const conditional: Answer = ({ headers }, response) => {
    if (headers["if-none-match"] === '"1"') response.writeHead(304).end();
    else page("t", "text/plain", { etag: '"1"' })(undefined as never, response);
  };
  await using server = await startPageServer({ "/": conditional });
  const options = optionsFor(http);
  const first = await readPage(`${server.url}/`, options, []);
  expect(first).toMatchObject({ content: { text: "t" }, headers: { etag: '"1"' } });
  const second = await readPage(`${server.url}/`, { ...options, headers: { "if-none-match": '"1"' } }, []);
  expect(second.content).toBeUndefined();
});

/** Counts the turns of the event loop until the work is done: without one, no key is read. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await setImmediate();
    turns++;
  }
  return turns;
}

test("a long page, feed or answer of a site is converted beside the event loop", async () => {
  const given = Promise.withResolvers<ExtensionAPI["assets"]>();
  await using _ = await createExtensionHarness({ extensions: [(pi: ExtensionAPI) => given.resolve(pi.assets)] });
  const convert = pageConverter(await given.promise);
  const part = `<p>The quick <b>brown</b> fox <a href="/x">jumps</a> over ${"a word ".repeat(30)}</p>`;
  const html = `<html><head><title>Long</title></head><body><main>${part.repeat(1000)}</main></body></html>`;
  const entries = "<item><title>One</title><link>http://a.b/</link></item>".repeat(1000);
  const api = "https://en.wikipedia.org/api/rest_v1/page/html/Fox";
  const tasks = {
    html: { kind: "html", text: html, url: "https://a.b/" },
    feed: { kind: "feed", text: `<rss><channel>${entries}</channel></rss>`, url: "https://a.b/" },
    site: { kind: "site", text: html, url: "https://en.wikipedia.org/wiki/Fox", api },
  } as const;
  for (const task of Object.values(tasks)) {
    const converted = convert(task);
    expect(await turnsDuring(converted)).toBeGreaterThan(100);
    expect(await converted).toEqual(convertHere(task));
  }
  const stop = new AbortController();
  const stopped = convert(tasks.html, stop.signal);
  stop.abort();
  await expect(stopped).rejects.toThrow(/abort/);
});
