import type { RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { requireProgram } from "@tau/testkit";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { browserSession, serve } from "./browser-session.ts";
import { certificate } from "./certificate.ts";
import { renderersOf } from "./chromium-processes.ts";

test("an endless page is shown as it is", async (context) => {
  await requireProgram("chromium", context);
  await using site = await serve({
    "/": (_request, response) => {
      response.setHeader("content-type", "text/html");
      response.write("<title>Endless</title><p>first words");
      const timer = setInterval(() => response.write("<p>more"), 50);
      response.on("close", () => clearInterval(timer));
    },
    "/busy": "<title>Busy</title><script>for (let i = 0; i < 5; i++) fetch('/slow?' + i)</script>",
    "/slow": () => undefined,
    "/silent": () => undefined,
  });
  await using session = await browserSession();
  const opened = await session.call({ action: "open", url: site.url, timeout: 2 });
  expect(opened.text).toContain("The page still loads after 2 s; it is shown as it is.");
  expect((await session.run("return await tab.extract('text')")).text).toContain("first words");
  expect((await session.call({ action: "open", url: `${site.url}/busy`, timeout: 3 })).text).toContain("still loads");
  expect(
    (await session.call({ action: "open", url: `${site.url}/busy`, timeout: 10, wait_until: "load" })).text,
  ).not.toContain("still loads");
  expect((await session.call({ action: "open", url: `${site.url}/silent`, timeout: 1 })).text).toContain(
    "did not answer within 1 s",
  );
});

test("a page whose script does not end is given up, and another can be opened", async (context) => {
  await requireProgram("chromium", context);
  await using site = await serve({
    "/": "<title>Fine</title>",
    "/later": "<title>Later</title><script>setTimeout(() => { for (;;); }, 200)</script>",
    "/atonce": "<title>Now</title><script>for (;;);</script>",
  });
  await using session = await browserSession();
  for (const path of ["/later", "/atonce"]) {
    const opened = await session.call({ action: "open", url: `${site.url}${path}`, timeout: 2 });
    expect(opened).toMatchObject({ isError: true });
    expect(opened.text).toBe(
      'Tab "main" is not alive. Reopen it. (A script on its page does not end, so the page does not answer.)',
    );
    expect((await session.call({ action: "open", url: site.url })).text).toContain("Fine");
  }
});

test("a login page, an error status, a broken certificate and a missing server are named", async (context) => {
  await requireProgram("chromium", context);
  await using site = await serve({
    "/login": "<title>Sign in</title><form><input name=u><input type=password name=p></form>",
    "/private": (_request, response) =>
      void response.writeHead(401, { "www-authenticate": "Basic" }).end("<title>No</title>"),
  });
  const { key, cert } = await certificate(context);
  await using secure = await serve(
    { "/": "<title>Secret</title>" },
    (listener: RequestListener) => createSecureServer({ key, cert }, listener) as never,
  );
  await using session = await browserSession();
  expect((await session.call({ action: "open", url: `${site.url}/login` })).text).toContain(
    "The page asks for a login",
  );
  expect((await session.call({ action: "open", url: `${site.url}/private` })).text).toContain(
    "asks for a user name and a password",
  );
  expect((await session.call({ action: "open", url: `${site.url}/none` })).text).toContain("status 404");
  const broken = await session.call({ action: "open", url: `https://localhost:${secure.port}/` });
  expect(broken).toMatchObject({ isError: true, text: expect.stringMatching(/not secure \(ERR_CERT_\w+\)/) });
  const gone = await serve({});
  await gone[Symbol.asyncDispose]();
  const closed = await session.call({ action: "open", url: gone.url });
  expect(closed).toMatchObject({
    isError: true,
    text: expect.stringContaining(`localhost:${gone.port} cannot be reached`),
  });
});

test("private addresses are refused: at once, behind a redirect, and for parts of a page", async (context) => {
  await requireProgram("chromium", context);
  await using inner = await serve({ "/": "<title>Inner</title>", "/data": "internal" });
  await using site = await serve({
    "/": "<title>Outer</title>",
    "/away": (_request, response) =>
      void response.writeHead(302, { location: `http://127.0.0.1:${inner.port}/` }).end(),
  });
  await using session = await browserSession({ settings: { privateHosts: [`localhost:${site.port}`] } });
  const refused =
    "leads to this machine or a private network, which is not allowed here. The user can allow the host in the setting browser.privateHosts.";
  expect((await session.call({ action: "open", url: `http://127.0.0.1:${inner.port}/` })).text).toContain(refused);
  expect((await session.call({ action: "open", url: `http://localhost:${inner.port}/` })).text).toContain(refused);
  expect((await session.call({ action: "open", url: "http://[::1]:8123/" })).text).toContain(refused);
  expect((await session.call({ action: "open", url: "http://169.254.169.254/latest" })).text).toContain(refused);
  expect((await session.call({ action: "open", url: `${site.url}/away` })).text).toContain(refused);
  expect((await session.call({ action: "open", url: site.url })).text).toContain("Outer");
  const reached = `const ws = await tab.evaluate(async () => (await fetch("http://localhost:${inner.port}/data", { mode: "no-cors" })).type); return ws`;
  await session.run(reached);
  const socket = await session.run(
    `return await tab.evaluate(() => new Promise((done) => { const s = new WebSocket("ws://127.0.0.1:${inner.port}/"); s.onerror = () => done("refused"); s.onopen = () => done("open"); }))`,
  );
  expect(socket.text).toContain("refused");
  expect(inner.requests).toEqual([]);
});

test("a tab whose page crashes says so and can be opened again", async (context) => {
  await requireProgram("chromium", context);
  await using site = await serve({ "/": "<title>Fine</title>" });
  await using session = await browserSession();
  await session.call({ action: "open", url: site.url });
  const waiting = session.run("await tab.waitFor('#never')", { timeout: 20 });
  await expect.poll(async () => (await renderersOf(process.pid)).length).toBeGreaterThan(0);
  for (const pid of await renderersOf(process.pid)) process.kill(pid, "SIGKILL");
  expect((await waiting).text).toMatch(/not alive\. Reopen it\. \(Its page has crashed\.\)/);
  expect((await session.call({ action: "open", url: site.url })).text).toContain("Fine");
});

test("R321: a tab that runs a script is busy for another", async (context) => {
  await requireProgram("chromium", context);
  await using site = await serve({ "/": "<title>Fine</title>" });
  await using session = await browserSession({
    tool: "both",
    extension: (pi) =>
      pi.registerTool({
        name: "both",
        label: "Both",
        description: "Calls the browser twice at once",
        parameters: Type.Object({}),
        async execute(_id, _params, _signal, _onUpdate, ctx) {
          await ctx.executeTool("browser", { action: "open", url: site.url });
          const run = { action: "run", code: "await wait(1000); return 'ran'" };
          const outcomes = await Promise.all([ctx.executeTool("browser", run), ctx.executeTool("browser", run)]);
          return { content: outcomes.flatMap(({ result }) => result.content), details: {} };
        },
      }),
  });
  const { text } = await session.call({ action: "open" });
  expect(text.split("\n").sort()).toEqual(['Tab "main" is busy.', "ran"]);
});
