import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { requireProgram } from "@tau/testkit";
import { expect, test } from "vitest";
import { browserSession, serve } from "./browser-session.ts";

const SHOP = `<title>Shop</title><h1>Shop</h1>
<button id=buy onclick="this.textContent='Bought'; document.getElementById('gone')?.remove()">Buy</button>
<button id=gone>Old</button> <input id=q placeholder=Search> <input type=password value=secret aria-label=Code>
<select id=size><option>small<option>large</select><label><input type=checkbox id=agree> I agree</label>
<a href="/next">Next</a>`;

test("R319, R321, R322: tabs are reused, errors are those stated, output is in order", async (context) => {
  await requireProgram("chromium", context);
  await using site = await serve({ "/": SHOP, "/next": "<title>Next</title>" });
  await using session = await browserSession();
  expect(await session.run("return 1")).toMatchObject({
    isError: true,
    text: expect.stringContaining('Tab "main" is not alive. Reopen it.'),
  });
  const opened = await session.call({ action: "open", url: site.url });
  expect(opened.text).toContain('Opened tab "main"');
  expect(opened.text).toContain(`Shop: ${site.url}/ (HTTP 200)`);
  expect((await session.call({ action: "run" })).text).toBe("Missing required parameter 'code' for action 'run'.");
  expect((await session.run("display('a'); display({ b: 1 }); return 'c'")).text).toBe('a\n{"b":1}\nc');
  expect((await session.run("await tab.title()")).text).toBe('Ran code on tab "main"');
  const reused = await session.call({ action: "open" });
  expect(reused.text).toContain('Reused tab "main"');
  expect((await session.call({ action: "open", url: `${site.url}/next` })).text).toMatch(
    /Reused tab "main"[\s\S]*Next: /,
  );
  const failed = await session.run("const a = 1;\nthrow new Error('no ' + a)");
  expect(failed).toMatchObject({ isError: true, text: "Error: no 1 (line 2)" });
  expect((await session.run("assert(1 > 2, 'wrong')")).text).toContain("wrong");
  expect((await session.call({ action: "close" })).text).toBe('Closed tab "main".');
  expect((await session.run("return 1")).isError).toBe(true);
});

test("R324, P-OMP-67: observe numbers elements; ids hold until the element or the page goes", async (context) => {
  await requireProgram("chromium", context);
  await using site = await serve({ "/": SHOP, "/next": "<title>Next</title>" });
  await using session = await browserSession();
  await session.call({ action: "open", url: site.url });
  const seen = JSON.parse((await session.run("return await tab.observe()")).text);
  expect(seen.elements).toMatchObject([
    { id: 1, role: "button", name: "Buy" },
    { id: 2, role: "button", name: "Old" },
    { id: 3, role: "textbox", name: "Search" },
    { id: 4, role: "textbox", name: "Code", value: "(hidden)" },
    { id: 5, role: "combobox", value: "small" },
    { id: 6, role: "checkbox", name: "I agree" },
    { id: 7, role: "link", name: "Next", href: `${site.url}/next` },
  ]);
  const used = await session.run(`await tab.id(3).fill("shoes"); await (await tab.id(6)).check(); await tab.click(1);
    const again = await tab.observe(); return [again.elements.map((e) => e.id), await tab.value("#q"), await tab.evaluate(() => agree.checked)]`);
  expect(JSON.parse(used.text)).toEqual([[1, 3, 4, 5, 6, 7], "shoes", true]);
  expect((await session.run("await tab.id(2).click()")).text).toContain("Element 2 is stale");
  const gone = await session.run("await tab.id(7).click(); await tab.waitForUrl('/next'); await tab.id(1).click()");
  expect(gone.text).toContain("Element 1 is stale: the page has changed since. Call tab.observe() again.");
});

test("R323: a script without an end is stopped and takes its tab along; so does a page", async (context) => {
  await requireProgram("chromium", context);
  await using site = await serve({ "/": SHOP });
  await using session = await browserSession();
  await session.call({ action: "open", url: site.url });
  const late = await session.run("await tab.waitFor('#never')", { timeout: 2 });
  expect(late).toMatchObject({ isError: true });
  expect(late.text).toMatch(/tab\.waitFor: Timeout \d+ms exceeded\. \(waiting for locator\('#never'\)/);
  expect((await session.run("return await tab.title()")).text).toBe("Shop");
  const missing = await session.run("await tab.click('#never')", { timeout: 2 });
  expect(missing.text).toMatch(/tab\.click: Timeout \d+ms exceeded\. \(waiting for locator\('#never'\)/);
  expect((await session.run("return await tab.text('#never')", { timeout: 2 })).text).toContain("waiting for");
  expect((await session.run("await tab.klick('#never')")).text).toMatch(
    /tab\.klick does not exist\. There are .*click, dblclick/,
  );
  const beats =
    "let n = 0; const id = setInterval(() => { if (++n === 3) clearInterval(id); }, 5); await wait(500); return n";
  expect((await session.run(beats)).text).toBe("3");
  const endless = await session.run("for (;;);", { timeout: 1 });
  expect(endless.text).toContain(
    "Browser code execution timed out after 1000ms. The code hung past grace; tab killed.",
  );
  expect((await session.run("return 1")).text).toContain("Reopen it.");
  await session.call({ action: "open", url: site.url });
  const hung = await session.run("await tab.evaluate(() => { for (;;); })", { timeout: 1 });
  expect(hung.text).toContain("The page does not answer; tab killed.");
  expect((await session.call({ action: "open", url: site.url })).text).toContain("Shop");
});

test("R325, P-OMP-68: screenshots go to the path, the folder or a temporary one, and the copy is small", async (context) => {
  await requireProgram("chromium", context);
  const tall = `<title>Tall</title><body style="margin:0;background:linear-gradient(red,blue);height:60000px">`;
  await using site = await serve({ "/": tall });
  await using session = await browserSession({ settings: { privateHosts: ["*"], screenshotDir: "shots" } });
  await session.call({ action: "open", url: site.url, viewport: { width: 2000, height: 1500, scale: 1 } });
  const saved = await session.run("return await tab.screenshot({ save: 'out/page.png' })");
  const { path, bytes } = JSON.parse(saved.text);
  expect(path).toBe(session.harness.workspace.path("out/page.png"));
  expect((await readFile(path)).length).toBe(bytes);
  const [image] = saved.images;
  expect(Buffer.from(image!.data, "base64").length).toBeLessThanOrEqual(150 * 1024);
  expect(widthOf(await readFile(path))).toBe(2000);
  const quiet = await session.run("return await tab.screenshot({ silent: true, fullPage: true })");
  expect(quiet.images).toEqual([]);
  const whole = JSON.parse(quiet.text).path;
  expect(whole).toContain(session.harness.workspace.path("shots/"));
  expect(heightOf(await readFile(whole))).toBe(16_000);
});

test("R326: dialogs are answered as asked; a hundred of them and an endless row of them do no harm", async (context) => {
  await requireProgram("chromium", context);
  const page = `<title>Dialogs</title><button id=ask onclick="document.title = String(confirm('Sure?'))">Ask</button>
    <button id=many onclick="for (let i = 0; i < 100; i++) alert('n' + i); document.title = 'done'">Many</button>
    <button id=endless onclick="for (;;) alert('again')">Endless</button>`;
  await using site = await serve({ "/": page });
  await using session = await browserSession();
  await session.call({ action: "open", url: site.url });
  const dismissed = await session.run("await tab.click('#ask'); return await tab.title()");
  expect(dismissed.text).toBe('false\nDialogs (1):\n- confirm "Sure?": dismissed');
  const accepting = await session.call({ action: "open", url: site.url, dialogs: "accept" });
  expect(accepting.text).toContain('Opened tab "main"');
  expect((await session.run("await tab.click('#ask'); return await tab.title()")).text).toContain("true\n");
  const many = await session.run("await tab.click('#many'); return [await tab.title(), (await tab.dialogs()).length]");
  expect(many.text).toMatch(/^\["done",100\]\nDialogs \(100\):/);
  const endless = await session.run("await tab.click('#endless'); return await tab.title()", { timeout: 3 });
  expect(endless.isError).toBe(true);
  expect((await session.call({ action: "close", all: true })).text).toMatch(/^Closed [01] tabs?\.$/);
});

test("a page that opens a hundred windows gets one for a click, and none by itself", async (context) => {
  await requireProgram("chromium", context);
  const open = "for (let i = 0; i < 100; i++) window.open('/next?' + i)";
  const page = `<title>Many</title><button id=many onclick="${open}">Many</button><script>${open}</script>`;
  await using site = await serve({ "/": page, "/next": `<title>Next</title><script>${open}</script>` });
  await using session = await browserSession();
  await session.call({ action: "open", url: site.url });
  let said = (await session.run("await tab.click('#many')")).text;
  const more = async () => (said += (await session.run("await wait(100)")).text);
  await expect.poll(more, { timeout: 30_000 }).toContain('now tab "main-2"');
  const tabs = await session.run("await wait(500); return (await browser.tabs()).map((each) => each.title)");
  expect(JSON.parse(tabs.text)).toEqual(["Many", "Next"]);
});

test("R328: legacy selectors work, unknown ones are named", async (context) => {
  await requireProgram("chromium", context);
  await using site = await serve({ "/": SHOP });
  await using session = await browserSession();
  await session.call({ action: "open", url: site.url });
  const code = `return [await tab.text("p-text/Buy"), await tab.text("p-xpath///h1"), await tab.attribute("p-pierce/#q", "placeholder"),
    await tab.attribute("p-aria/Buy[role='button']", "id"), await tab.attribute("::-p-text(Next)", "href"), await page.getByRole("link", { name: "Next" }).count()]`;
  expect(JSON.parse((await session.run(code)).text)).toEqual(["Buy", "Shop", "Search", "buy", "/next", 1]);
  expect((await session.run('await tab.click("p-magic/x")')).text).toContain("There is no selector p-magic/.");
});

test("uploads, downloads, popups, console, errors and extraction", async (context) => {
  await requireProgram("chromium", context);
  const page = `<title>Files</title><input type=file id=f onchange="document.title = [...this.files].map((f) => f.name + f.size).join()">
    <a id=d href="/report">Report</a><a id=p href="/next" target=_blank>Popup</a>
    <article><h2>Heading</h2><p>Some <b>bold</b> words in a paragraph.</p></article>
    <script>console.log("hello"); console.error("bad thing"); setTimeout(() => { throw new Error("thrown later") })</script>`;
  await using site = await serve({
    "/": page,
    "/next": "<title>Next</title>",
    "/report": (_request, response) =>
      void response
        .writeHead(200, { "content-type": "text/csv", "content-disposition": "attachment; filename=r.csv" })
        .end("a,b\n1,2\n"),
  });
  await using session = await browserSession({ files: { "up.txt": "12345" } });
  const opened = await session.call({ action: "open", url: site.url });
  expect(opened.text).toContain("Errors on the page (2):");
  expect(opened.text).toContain("thrown later");
  expect((await session.run("return (await tab.console()).map((line) => line.type + ' ' + line.text)")).text).toContain(
    "log hello",
  );
  expect((await session.run("await tab.uploadFile('#f', 'up.txt'); return await tab.title()")).text).toBe("up.txt5");
  expect((await session.run("await tab.uploadFile('#f', 'none.txt')")).text).toContain("There is no file");
  const download = await session.run(`const waiting = tab.waitForDownload(); await tab.click("#d");
    const { number, name, bytes, state } = await waiting; const saved = await tab.saveDownload(number, "out/report.csv"); return { name, bytes, state, saved }`);
  expect(JSON.parse(download.text)).toMatchObject({ name: "r.csv", bytes: 8, state: "complete", saved: { bytes: 8 } });
  expect(await readFile(session.harness.workspace.path("out/report.csv"), "utf8")).toBe("a,b\n1,2\n");
  let said = (await session.run("await tab.click('#p')")).text;
  await expect
    .poll(async () => (said += (await session.run("await wait(100)")).text), { timeout: 30_000 })
    .toContain('The page opened another one, now tab "main-2"');
  expect((await session.run("return await tab.title()", { name: "main-2" })).text).toBe("Next");
  expect((await session.run("return await tab.extract()")).text).toContain("**bold**");
  expect((await session.run("return await tab.extract('html', 'h2')")).text).toBe("<h2>Heading</h2>");
});

test("a download larger than the limit is cancelled, whether the server says its size or not", async (context) => {
  await requireProgram("chromium", context);
  const chunk = Buffer.alloc(1024 * 1024);
  const endless: RequestListener = (_request, response) => {
    response.writeHead(200, { "content-type": "application/zip", "content-disposition": "attachment; filename=e.zip" });
    const send = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", send);
    send();
  };
  const sized: RequestListener = (_request, response) =>
    void response
      .writeHead(200, {
        ...{ "content-type": "application/zip", "content-disposition": "attachment; filename=s.zip" },
        "content-length": 5 * chunk.length,
      })
      .write(chunk);
  const small: RequestListener = (_request, response) =>
    void response.writeHead(200, { "content-disposition": "attachment; filename=ok.zip" }).end(chunk);
  const page = "<a id=e href=/endless>e</a><a id=s href=/sized>s</a><a id=o href=/small>o</a>";
  await using site = await serve({ "/": page, "/endless": endless, "/sized": sized, "/small": small });
  await using session = await browserSession({ settings: { privateHosts: ["*"], maxDownloadMB: 3 } });
  await session.call({ action: "open", url: site.url });
  for (const [id, name] of [
    ["e", "e.zip"],
    ["s", "s.zip"],
  ] as const) {
    const answer = await session.run(
      `const waiting = tab.waitForDownload(); await tab.click("#${id}"); return await waiting`,
    );
    expect(answer.text).toContain(
      `The download ${name} is larger than 3 MB and was cancelled. The setting browser.maxDownloadMB permits more.`,
    );
  }
  const whole = await session.run(`const waiting = tab.waitForDownload(); await tab.click("#o"); return await waiting`);
  expect(JSON.parse(whole.text)).toMatchObject({ name: "ok.zip", state: "complete", bytes: chunk.length });
  expect((await session.run("return (await tab.downloads()).map((each) => each.state)")).text).toBe(
    '["failed","failed","complete"]',
  );
});

test("the script has no Node, no files and no network of its own", async (context) => {
  await requireProgram("chromium", context);
  await using site = await serve({ "/": SHOP });
  await using session = await browserSession();
  await session.call({ action: "open", url: site.url });
  const code =
    "return [typeof process, typeof require, typeof fetch, typeof globalThis.constructor.constructor('return typeof process')()]";
  expect((await session.run(code)).text).toBe('["undefined","undefined","undefined","string"]');
  expect((await session.run("return (() => {}).constructor('return typeof process')()")).text).toBe("undefined");
  expect((await session.run("await tab.goto('file:///etc/passwd')")).text).toContain("is a file, which is not opened");
  expect(existsSync("/etc/passwd")).toBe(true);
});

/** Width and height of a PNG. */
function widthOf(png: Buffer): number {
  return png.readUInt32BE(16);
}

function heightOf(png: Buffer): number {
  return png.readUInt32BE(20);
}
