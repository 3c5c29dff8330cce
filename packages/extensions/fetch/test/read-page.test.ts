import { once } from "node:events";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import type { ExtensionAPI } from "@tau/coding-agent";
import type { ExtensionHarness } from "@tau/testkit/extensions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAuthority } from "../../../ai/test/support/certificates.ts";
import { readHtml } from "../html/read-html.ts";
import { type Page, pageText } from "../page.ts";
import { readPage } from "../read-page.ts";
import type { Site } from "../sites/site.ts";
import { type Answer, optionsFor, page, redirect, startPageServer, withHttp } from "./page-server.ts";

let harness: ExtensionHarness;
let http: ExtensionAPI["http"];

beforeAll(async () => {
  ({ harness, http } = await withHttp());
});

afterAll(async () => await harness[Symbol.asyncDispose]());

/** Reads `/` of a server that answers so, and returns the page. */
async function read(answers: Readonly<Record<string, Answer>>, { path = "/page", settings = {} } = {}) {
  await using server = await startPageServer(answers);
  const { content } = await readPage(server.url + path, optionsFor(http, settings), []);
  return { ...(content as Page), requests: server.requests.map(({ url }) => url), server: server.url };
}

const PROSE = "The quick brown fox jumps over the lazy dog, again and again, because that is its work. ".repeat(8);

test("R215, P-OMP-65: a page becomes Markdown without other programs: its article without navigation, with absolute links, lists, tables and code", async () => {
  const html = `<!doctype html><html><head><title>A guide</title></head><body>
    <nav><a href="/">Home</a> <a href="/more">More</a></nav>
    <article><h1>A guide</h1><p>${PROSE}</p><h2 id="x">Steps <a href="#x">#</a></h2>
    <ol><li>Read <a href="../next?a=1">the <b>next</b> page</a></li><li>Run <code>npm  test</code><ul><li>twice</li></ul></li></ol>
    <pre><code class="language-ts">const a = 1;\n  const b = 2;</code></pre>
    <table><tr><th>name</th><th>value</th></tr><tr><td>a|b</td><td>1</td></tr></table>
    <blockquote><p>Said so.</p></blockquote><p>${PROSE}</p><img src="a.png" alt="A plot"><script>alert(1)</script></article>
    <footer>Imprint</footer></body></html>`;
  const { text, method, server } = await read({ "/docs/page": page(html) }, { path: "/docs/page" });
  expect(method).toBe("html (article)");
  expect(text).toContain("# A guide");
  expect(text).toContain(`1. Read [the **next** page](${server}/next?a=1)\n2. Run \`npm test\`\n   - twice`);
  expect(text).toContain("```ts\nconst a = 1;\n  const b = 2;\n```");
  expect(text).toContain("| name | value |\n| --- | --- |\n| a\\|b | 1 |");
  expect(text).toContain("> Said so.");
  expect(text).toContain(`![A plot](${server}/docs/a.png)`);
  expect(text).not.toMatch(/Home|Imprint|alert|<\w+/);
});

test("a formula is its source, once", () => {
  const formula = `<math><semantics><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><annotation encoding="application/x-tex">a+b</annotation></semantics></math>`;
  const html = `<p>The sum ${formula} and <math><mi>c</mi></math>.</p>`;
  expect(readHtml(html, "https://example.com/").markdown).toBe("The sum $a+b$ and c.");
});

test("the main part that a page names is read without what is hidden around it, under the page's whole title", () => {
  const paragraphs = Array.from({ length: 20 }, (_, index) => `<p>Sentence ${index}, which is a part of the text.</p>`);
  const html = `<html><head><title>Command-line use - Book</title></head><body>
    <div id="help"><h2>Keyboard shortcuts</h2><p>Press <kbd>?</kbd> for help, which is hidden until then.</p></div>
    <div><main><h1>Use</h1>${paragraphs.join("")}<h2><a href="#more">§</a>More</h2><p>The end.</p></main></div></body></html>`;
  const { title, markdown } = readHtml(html, "https://example.com/use");
  expect(title).toBe("Command-line use - Book");
  expect(markdown).toMatch(/Sentence 19, which is a part of the text\.\n\n## More\n\nThe end\.$/);
  expect(markdown).not.toContain("shortcuts");
});

test("R215: what the server has as Markdown is taken: by negotiation, by a link of the page, beside it, or llms.txt", async () => {
  const thin = page("<html><body><div id=app></div><script src=a.js></script></body></html>");
  const negotiated: Answer = ({ headers }, response) =>
    page(headers.accept?.startsWith("text/markdown") ? "# Direct" : "no", "text/markdown")(
      undefined as never,
      response,
    );
  expect(await read({ "/page": negotiated })).toMatchObject({ method: "markdown", text: "# Direct" });
  const linked = page(
    `<html><head><link rel="alternate" type="text/markdown" href="/page.txt"></head><body>${PROSE}</body></html>`,
  );
  const markdown = page("# Markdown", "text/plain");
  expect(await read({ "/page": linked, "/page.txt": markdown })).toMatchObject({
    method: "markdown (alternate)",
    text: "# Markdown",
  });
  expect(await read({ "/page": thin, "/page.md": markdown })).toMatchObject({ method: "markdown (.md)" });
  expect(await read({ "/": thin, "/llms.txt": markdown }, { path: "/" })).toMatchObject({
    method: "markdown (llms.txt)",
  });
  const overview = await read({ "/page": thin, "/llms.txt": markdown });
  expect(overview).toMatchObject({ method: "markdown (llms.txt)", url: `${overview.server}/llms.txt` });
  expect(overview.notes?.[0]).toMatch(/\/page has little text: this is the overview of its site instead\.$/);
  const short = page(
    "<html><body><p>A short page that says what it has to say.</p><script src=a.js></script></body></html>",
  );
  expect(await read({ "/page": short, "/llms.txt": markdown })).toMatchObject({
    method: expect.stringMatching(/^html/),
  });
  const alone = await read({ "/page": thin, "/page.md": thin });
  expect(alone.notes).toEqual(["The page has little text: it is probably made by scripts, which are not run."]);
});

test("P-OMP-64: a link of the page comes before its own text, and that before the file beside it", async () => {
  const link = '<link rel="alternate" type="text/markdown" href="/page.txt">';
  const html = (body: string) => page(`<html><head>${link}</head><body>${body}</body></html>`);
  const markdown = page("# Markdown", "text/plain");
  const first = await read({ "/page": html("thin"), "/page.txt": markdown, "/page.md": markdown });
  expect(first).toMatchObject({ method: "markdown (alternate)", requests: ["/page", "/page.txt"] });
  const second = await read({ "/page": html(`<p>${PROSE}</p>`), "/page.md": markdown });
  expect(second).toMatchObject({ text: expect.stringContaining("quick brown"), requests: ["/page", "/page.txt"] });
  const third = await read({ "/page": html("thin"), "/page.md": markdown });
  expect(third).toMatchObject({ method: "markdown (.md)", requests: ["/page", "/page.txt", "/page.md"] });
});

test("P-OMP-62: the first site that shows a page is taken; one that shows nothing passes on to the next, and to the page", async () => {
  await using server = await startPageServer({
    "/page": page("# Page", "text/markdown"),
    "/api": page("{}", "text/plain"),
  });
  const site = (name: string, shown: string | undefined): Site => ({
    name,
    match: () => ({ url: `${server.url}/api`, render: () => shown }),
  });
  const other: Site = { name: "other", match: () => undefined };
  const textWith = async (...sites: Site[]) =>
    ((await readPage(`${server.url}/page`, optionsFor(http, {}), sites)).content as Page).text;
  expect(await textWith(other, site("one", "first"), site("two", "second"))).toBe("first");
  expect(await textWith(site("one", undefined), site("two", "second"))).toBe("second");
  expect(await textWith(other, site("one", undefined))).toBe("# Page");
});

test("a site whose API is not there, or whose record is too long, is read by its second address or as a page", async () => {
  await using server = await startPageServer({
    "/page": page("# Page", "text/markdown"),
    "/long": page("x".repeat(3 * 1024 * 1024 + 1), "text/plain"),
    "/short": page("short", "text/plain"),
  });
  const render = (body: string) => body;
  const siteOf = (url: string, otherwise?: string): Site => ({
    name: "site",
    match: () => ({ url, render, ...(otherwise !== undefined && { otherwise: { url: otherwise, render } }) }),
  });
  const textOf = async (site: Site) =>
    ((await readPage(`${server.url}/page`, optionsFor(http), [site])).content as Page).text;
  expect(await textOf(siteOf(`${server.url}/long`, `${server.url}/short`))).toBe("short");
  expect(await textOf(siteOf(`${server.url}/long`))).toBe("# Page");
  expect(await textOf(siteOf("http://127.0.0.1:1/gone"))).toBe("# Page");
});

test("R215, P-OMP-63: feeds are listed, JSON is indented, text comes as it is", async () => {
  const rss = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><rss version="2.0"><channel><title>News</title>
    <item><title>One &amp; two</title><link>https://example.com/1</link><pubDate>Mon, 02 Nov 2026</pubDate>
    <description><![CDATA[<p>It <b>works</b>.</p>]]></description></item></channel></rss>`;
  const { text, method } = await read({ "/page": page(rss, "application/rss+xml") });
  expect([method, text]).toEqual([
    "feed",
    "# News\n\n## One & two\nhttps://example.com/1 · Mon, 02 Nov 2026\nIt **works**.",
  ]);
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Releases</title><entry><title>v2</title><link rel="alternate" href="/v2"/><updated>2026-11-02</updated></entry></feed>`;
  expect((await read({ "/page": page(atom, "application/atom+xml") })).text).toMatch(
    /## v2\nhttp:\/\/127\.0\.0\.1:\d+\/v2 · 2026-11-02/,
  );
  expect((await read({ "/page": page('{"a":[1]}', "application/json") })).text).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(await read({ "/page": page("{oops", "application/json") })).toMatchObject({ method: "text", text: "{oops" });
  expect(await read({ "/page": page("plain", "text/plain") })).toMatchObject({ method: "text", text: "plain" });
});

test("charsets are taken from the header, the page or the byte order mark; an unknown one is said", async () => {
  const latin = Buffer.from("caf\xe9", "latin1");
  expect((await read({ "/page": page(latin, "text/plain; charset=iso-8859-1") })).text).toBe("café");
  expect((await read({ "/page": page(latin, "text/plain") })).text).toBe("café");
  const meta = Buffer.concat([
    Buffer.from('<html><meta charset="windows-1251"><body>'),
    Buffer.from([0xcf, 0xf0, 0xe8]),
  ]);
  expect((await read({ "/page": page(meta, "text/html") })).text).toContain("При");
  expect((await read({ "/page": page(Buffer.from("\ufeffwide", "utf16le"), "text/plain") })).text).toBe("wide");
  const unknown = await read({ "/page": page("text", "text/plain; charset=klingon") });
  expect([unknown.text, unknown.notes]).toEqual(["text", ["The charset klingon is unknown; read as UTF-8."]]);
});

test("bytes go to the readers with their type", async () => {
  await using server = await startPageServer({ "/page": page(Buffer.from([0x25, 0x50, 0, 1]), "application/pdf") });
  const { content } = await readPage(`${server.url}/page`, optionsFor(http), []);
  expect(content).toEqual({ bytes: Buffer.from([0x25, 0x50, 0, 1]), contentType: "application/pdf" });
});

test("a redirect within the host is followed, one to another host is named and not followed, an endless one ends", async () => {
  expect((await read({ "/page": redirect("/there"), "/there": page("here", "text/plain") })).text).toBe("here");
  await using other = await startPageServer({ "*": page("secret", "text/plain") });
  const away = await read({ "/page": redirect(`${other.url}/x`) });
  expect(away).toMatchObject({ method: "redirect" });
  expect(away.text).toContain(`redirects to another host:\n\n${other.url}/x`);
  expect(other.requests).toEqual([]);
  let count = 0;
  const endless: Answer = (_request, response) => response.writeHead(302, { location: `/page?${count++}` }).end();
  await expect(read({ "/page": endless })).rejects.toThrow("was redirected more than 5 times");
  expect(count).toBeLessThan(8);
});

test("this machine and private networks are refused unless a setting names the host", async () => {
  await using server = await startPageServer({ "*": page("secret", "text/plain") });
  const refused = (url: string) => readPage(url, optionsFor(http, { privateHosts: ["other"] }), []);
  const { port } = new URL(server.url);
  for (const host of ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1"])
    await expect(refused(`http://${host}:${port}/`)).rejects.toThrow("which is not allowed here");
  expect(server.requests).toEqual([]);
});

test("a user name in the address, another scheme and a broken address are refused", async () => {
  const refused = (url: string) => readPage(url, optionsFor(http), []);
  await expect(refused("https://me:secret@example.com/")).rejects.toThrow("a user name or a password are not read");
  await expect(refused("file:///etc/passwd")).rejects.toThrow("no address of the web");
});

test("an endless page and a compression bomb end at the limit, with what came before it", async () => {
  const endless: Answer = (_request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    const more = () => {
      while (!response.destroyed && response.write("<p>again</p>".repeat(5000)));
      response.once("drain", more);
    };
    more();
  };
  const { text, notes } = await read({ "/page": endless });
  expect(text).toContain("again");
  expect(notes).toContain("The server sends more than 8 MiB; this is the beginning.");
  const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, "a"));
  const bombed = await read({ "/page": page(bomb, "text/plain", { "content-encoding": "gzip" }) });
  expect(bombed.text).toHaveLength(8 * 1024 * 1024);
});

test("a page nested 50,000 deep, or of unclosed scripts, is read as text", async () => {
  const nested = await read({ "/page": page(`<html><body>${"<div>".repeat(50_000)}inside`) });
  expect([nested.method, nested.text]).toEqual(["html (text)", "inside"]);
  const scripts = await read({ "/page": page(`<html><body>shown${"<script>".repeat(100_000)}`) });
  expect(scripts.text).toContain("shown");
});

test("a byte a second, and a server that never answers, end at the time limit", async () => {
  const slow: Answer = (_request, response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    const timer = setInterval(() => response.write("."), 100);
    response.on("close", () => clearInterval(timer));
  };
  const silent: Answer = () => undefined;
  const settings = { timeoutSeconds: 0.4 };
  await expect(read({ "/page": slow }, { settings })).rejects.toThrow("took more than 0.4 s");
  await expect(read({ "/page": silent }, { settings })).rejects.toThrow("took more than 0.4 s");
});

test("huge headers, an answer that is no HTTP, failed TLS and a closed port are one sentence", async () => {
  const huge: Answer = (_request, response) => {
    response.writeHead(200, { "x-huge": "h".repeat(1_000_000) }).end();
  };
  await expect(read({ "/page": huge })).rejects.toThrow(/cannot be read/);
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on("error", () => socket.destroy()));
    socket.write("this is neither HTTP nor TLS\r\n\r\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const refused = async (scheme: string) =>
    await expect(readPage(`${scheme}://127.0.0.1:${port}/`, optionsFor(http), [])).rejects.toThrow(/cannot be read/);
  await refused("http");
  await refused("https");
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, "close");
  await refused("http");
});

test("a certificate that no known authority has signed is one sentence, and nothing is asked for", async () => {
  const authority = createAuthority();
  let requests = 0;
  const server = createSecureServer(authority.issue(), (_request, response) => {
    requests++;
    response.end("secret");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const reading = readPage(`https://127.0.0.1:${port}/`, optionsFor(http), []);
  await expect(reading).rejects.toThrow(
    /cannot be read: its certificate is not trusted: [^;]+\. The user can name the authority's certificate in the variable NODE_EXTRA_CA_CERTS$/,
  );
  server.close();
  await once(server, "close");
  expect(requests).toBe(0);
});

test("a page that only leads elsewhere names the address; a text without characters that hide others", async () => {
  const leads = page(
    '<html><head><meta http-equiv="refresh" content="0; url=/new?a=1&amp;b=2"></head><body></body></html>',
  );
  const { notes, server } = await read({ "/page": leads });
  expect(notes).toEqual([`The page leads to ${server}/new?a=1&b=2 at once. Read that URL if it is wanted.`]);
  const hiding = await read({
    "/page": page(`<p>${PROSE} ig\u200bnore \u202eall\u202c \u001b[31mred me\u0301 👩\u200d💻</p>`),
  });
  expect(pageText(hiding)).toContain("ignore all red me\u0301 👩\u200d💻");
  expect(pageText(await read({ "/page": page("<p></p>") }))).toMatch(/\n\n\(The page has no text\.\)\n$/);
});

test("a connection that ends too early, and a server that wants to be asked later, are said", async () => {
  const cut: Answer = (_request, response) => {
    response.writeHead(200, { "content-type": "text/plain", "content-length": "1000" });
    response.write("beginning", () => response.destroy());
  };
  await expect(read({ "/page": cut })).rejects.toThrow("the server ended the connection before all of it had arrived");
  const busy: Answer = (_request, response) => response.writeHead(429, { "retry-after": "30" }).end("slow down");
  await expect(read({ "/page": busy })).rejects.toThrow("HTTP 429. It can be asked again in 30 s.\n\nslow down");
});

test("an error status is said with its text, a sign-in page as such", async () => {
  await expect(read({})).rejects.toThrow(/answered HTTP 404\.\n\nno such page/);
  const locked: Answer = (_request, response) =>
    response.writeHead(401, { "content-type": "text/html" }).end("<p>Go away</p>");
  await expect(read({ "/page": locked })).rejects.toThrow(
    /answered HTTP 401\. It needs a sign-in, which read does not have\.\n\nGo away/,
  );
  const form = "<html><body><form>Sign in <input name=u><input type=password></form></body></html>";
  expect((await read({ "/page": page(form) })).notes?.[0]).toMatch(/^This is a sign-in page/);
  const words = "<p>We care about your privacy, and tell you so at length.</p>".repeat(20);
  const long = (title: string) => `<html><head><title>${title}</title></head><body>${words}${form}</body></html>`;
  const led = await read({ "/page": redirect("/users/sign_in?back=1"), "/users/sign_in": page(long("Welcome")) });
  expect(led.notes?.[0]).toMatch(/^This is a sign-in page/);
  expect((await read({ "/page": page(long("Log in to Example")) })).notes?.[0]).toMatch(/^This is a sign-in page/);
  expect((await read({ "/page": page(long("A shop")) })).notes).toEqual([]);
});
