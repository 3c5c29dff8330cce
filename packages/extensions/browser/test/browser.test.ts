import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { findChromium } from "../browsers/find-chromium.ts";
import { PipeTransport } from "../browsers/pipe-transport.ts";
import { translateSelector } from "../tab-api/selector.ts";
import { matcher, pageExpression } from "../tab-api/tab-call.ts";
import { chooseTarget } from "../tabs/choose-target.ts";
import { webAddress } from "../tabs/navigate.ts";
import { browserSession } from "../test-real/browser-session.ts";
import { browser } from "../tool.ts";

const NONE = { PATH: "/nowhere" };

describe("Chromium is absent", () => {
  test("the message says what to install", () => {
    expect(() => findChromium({ env: NONE, platform: "linux" })).toThrow(
      /No Chromium was found.*apt install chromium.*browser\.path/,
    );
    expect(() => findChromium({ env: NONE, platform: "win32" })).toThrow(/Install Google Chrome or Microsoft Edge/);
    expect(() => findChromium({ configured: "/no/chromium" })).toThrow(
      "The setting browser.path names /no/chromium, which is not a program.",
    );
    expect(() => findChromium({ env: { ...NONE, CHROME_PATH: "/no/chrome" } })).toThrow(
      "The variable CHROME_PATH names /no/chrome",
    );
  });

  test("the model reads it, and nothing is left", async () => {
    await using session = await browserSession({ settings: { path: "/no/chromium" } });
    const answer = await session.call({ action: "open", url: "https://example.com" });
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining("browser.path names /no/chromium") });
  });

  test("a program that is no browser is named with what it says", async () => {
    await using session = await browserSession({
      settings: { path: fileURLToPath(new URL("no-browser.sh", import.meta.url)) },
    });
    const answer = await session.call({ action: "open", url: "https://example.com" });
    expect(answer.isError).toBe(true);
    expect(answer.text).toMatch(/ended with code 7 before it could be used[\s\S]*no display here/);
  });
});

test("wrong arguments are refused before a browser starts", async () => {
  await using session = await browserSession({ settings: { path: "/no/chromium" } });
  expect((await session.call({ action: "open", url: "file:///etc/passwd" })).text).toContain(
    "is a file, which is not opened",
  );
  expect((await session.call({ action: "open", url: "chrome://settings" })).text).toContain(
    "is not an address of the web",
  );
  expect((await session.call({ action: "run", code: "1" })).text).toBe(
    'Tab "main" is not alive. Reopen it. No tab is open.',
  );
  expect((await session.call({ action: "close", name: "x" })).text).toBe('There is no tab "x". No tab is open.');
  expect((await session.call({ action: "close", all: true })).text).toBe("Closed 0 tabs.");
  expect((await session.call({ action: "open", app: { cdp_url: "ftp://x" } })).text).toContain(
    "app.cdp_url must begin with http:// or ws://",
  );
  expect((await session.call({ action: "open", viewport: { width: 0, height: 1 } })).isError).toBe(true);
});

test("the policy learns the host of a page and the command of a program", () => {
  expect(browser.describe({ action: "open", url: "https://example.com/a" })).toEqual({
    effect: "network",
    host: "example.com",
  });
  expect(browser.describe({ action: "open", app: { cdp_url: "http://127.0.0.1:9222" } })).toEqual({
    effect: "network",
    host: "127.0.0.1",
  });
  for (const url of ["example.com/a?b", "Example.com", "https:example.com"])
    expect(browser.describe({ action: "open", url }), url).toEqual({ effect: "network", host: "example.com" });
  // A page of the model's own can send what it knows anywhere.
  expect(browser.describe({ action: "open", url: "data:text/html,<img src=//x.example>" })).toEqual({
    effect: "network",
  });
  expect(browser.describe({ action: "open", url: "about:blank" })).toEqual({ effect: "read" });
  const app = { path: "/opt/my app", args: ["--x=it's"] };
  expect(browser.describe({ action: "open", app })).toEqual({
    effect: "execute",
    command: `'/opt/my app' '--x=it'\\''s'`,
  });
  expect(browser.describe({ action: "run", code: "1" })).toEqual({ effect: "read" });
});

test("R328: selectors of Puppeteer are translated", () => {
  expect(translateSelector("p-text/Buy now")).toBe("text=Buy now");
  expect(translateSelector("p-xpath///h1")).toBe("xpath=//h1");
  expect(translateSelector("p-pierce/#a")).toBe("#a");
  expect(translateSelector('p-aria/Send[role="button"]')).toBe('role=button[name="Send"]');
  expect(translateSelector("::-p-text(Next)")).toBe("text=Next");
  expect(translateSelector("div.p-text")).toBe("div.p-text");
  expect(() => translateSelector("p-magic/x")).toThrow("There is no selector p-magic/.");
  expect(() => translateSelector(" ")).toThrow("The selector is empty.");
});

test("R329: a target is found by a part of its URL or title, otherwise pages of the browser itself are passed over", () => {
  const pages = [
    { url: "devtools://devtools/x", title: "DevTools" },
    { url: "chrome-extension://abc/background.html", title: "Extension" },
    { url: "https://mail.example/inbox", title: "Mail" },
  ];
  expect(chooseTarget(pages, undefined)).toBe(pages[2]);
  expect(chooseTarget(pages, "MAIL")).toBe(pages[2]);
  expect(chooseTarget(pages, "extension")).toBe(pages[1]);
  expect(() => chooseTarget(pages, "shop")).toThrow(/No page target matched "shop"\.\nPages:\n- DevTools: devtools/);
  expect(() => chooseTarget([], undefined)).toThrow("The browser has no page.");
});

test("addresses without a scheme are those of the web", () => {
  expect(webAddress("example.com/a")).toBe("https://example.com/a");
  expect(webAddress("about:blank")).toBe("about:blank");
  for (const address of ["javascript:alert(1)", "view-source:https://x", "chrome://crash", "", "ftp://x/"])
    expect(() => webAddress(address)).toThrow(/is not an address of the web|is a file/);
});

test("patterns and page functions", () => {
  expect(matcher("/api/*/items")("https://x/api/3/items?y")).toBe(true);
  expect(matcher("a.c")("abc")).toBe(false);
  expect(matcher({ $pattern: { source: "^b", flags: "gi" } })("Bc")).toBe(true);
  expect(pageExpression({ $function: "(a, b) => a + b" }, [1, "</script>"])).toBe('((a, b) => a + b)(1, "</script>")');
  expect(pageExpression({ $function: "add(a) { return a }" }, [])).toBe("(function add(a) { return a })()");
  expect(pageExpression("1 + 1", [])).toBe("1 + 1");
});

test("messages of the pipe arrive whole, however they are cut", async () => {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const transport = new PipeTransport({ stdin, stdout });
  const received: object[] = [];
  const closed: (string | undefined)[] = [];
  transport.onmessage = (message) => received.push(message);
  transport.onclose = (reason) => closed.push(reason);
  const bytes = Buffer.from('{"id":1,"text":"ä€😀"}\0{"id":2}\0{"id":3');
  for (const byte of bytes) stdout.emit("data", Buffer.from([byte]));
  stdout.emit("data", Buffer.from("}\0"));
  await expect.poll(() => received).toEqual([{ id: 1, text: "ä€😀" }, { id: 2 }, { id: 3 }]);
  transport.send({ id: 4 });
  expect(stdin.read().toString()).toBe('{"id":4}\0');
  stdout.emit("close");
  transport.send({ id: 5 });
  expect(stdin.read()).toBeNull();
  expect(closed).toEqual(["The browser has ended."]);
});
