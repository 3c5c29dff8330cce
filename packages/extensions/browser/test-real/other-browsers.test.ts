import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createWorkspace, requireProgram, startCli, startModelServer, useScriptedModel } from "@tau/testkit";
import { expect, test } from "vitest";
import { browserSession, serve } from "./browser-session.ts";
import { chromiumsOf, processesWith } from "./chromium-processes.ts";

/** The tool is declared once it was searched for. */
const FIND = { toolCalls: [{ name: "tool_search", arguments: { query: "open web pages in a browser" } }] };
const ROOT = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

test("R320, R327, R329: a browser that runs already is attached to, and only disconnected from", async (context) => {
  const program = await requireProgram("chromium", context);
  await using site = await serve({ "/one": "<title>One</title>", "/two": "<title>Two</title>" });
  const profile = await mkdtemp(join(tmpdir(), "tau-user-chromium-"));
  const args = ["--headless=new", ...ROOT, "--remote-debugging-port=0", `--user-data-dir=${profile}`, "--no-first-run"];
  const user = spawn(program, [...args, `${site.url}/one`], { stdio: "ignore", detached: true });
  try {
    const port = await expect
      .poll(async () => (await readFile(join(profile, "DevToolsActivePort"), "utf8").catch(() => "")).split("\n")[0], {
        timeout: 60_000,
      })
      .toMatch(/^\d+$/)
      .then(async () => (await readFile(join(profile, "DevToolsActivePort"), "utf8")).split("\n")[0]);
    const app = { cdp_url: `http://127.0.0.1:${port}` };
    await fetch(`${app.cdp_url}/json/new?${site.url}/two`, { method: "PUT" });
    await expect
      .poll(async () => await fetch(`${app.cdp_url}/json/list`).then((answer) => answer.text()), { timeout: 30_000 })
      .toContain('"Two"');
    await using session = await browserSession();
    const missed = await session.call({ action: "open", app: { ...app, target: "three" } });
    expect(missed).toMatchObject({ isError: true });
    expect(missed.text).toMatch(/^No page target matched "three"\.\nPages:\n[\s\S]*Two: http/);
    const attached = await session.call({ action: "open", app: { ...app, target: "/two" } });
    expect(attached.text).toContain(`Two: ${site.url}/two`);
    expect((await session.run("return await tab.title()")).text).toBe("Two");
    const other = await session.call({ action: "open", app: { cdp_url: "http://127.0.0.1:1" } });
    expect(other.text).toBe(`Tab "main" is bound to a different browser (${app.cdp_url}). Close it first.`);
    expect((await session.call({ action: "close", kill: true })).text).toBe('Closed tab "main".');
    expect(user.exitCode).toBeNull();
    const pages = await fetch(`${app.cdp_url}/json/list`).then((answer) => answer.text());
    expect(pages).toContain(`${site.url}/two`);
    const nothing = await session.call({ action: "open", app: { cdp_url: "http://127.0.0.1:1" } });
    expect(nothing.text).toContain("No browser answers at http://127.0.0.1:1 within 5 s");
  } finally {
    process.kill(-(user.pid as number), "SIGKILL");
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
});

test("R327: a program that was started for a tab is ended by kill alone", async (context) => {
  const path = await requireProgram("chromium", context);
  await using site = await serve({ "/": "<title>App</title>" });
  const profile = await mkdtemp(join(tmpdir(), "tau-app-chromium-"));
  const app = { path, args: ["--headless=new", ...ROOT, `--user-data-dir=${profile}`, "--no-first-run"] };
  await using session = await browserSession();
  expect((await session.call({ action: "open", app, url: site.url })).text).toContain("App: ");
  await session.call({ action: "close" });
  expect((await processesWith(profile)).length).toBeGreaterThan(0);
  await session
    .call({ action: "open", name: "again", app: { path: "/bin/false" } })
    .then(({ text }) => expect(text).toContain("ended with code 1"));
  await session.harness[Symbol.asyncDispose]();
  await expect.poll(async () => await processesWith(profile), { timeout: 20_000 }).toEqual([]);
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

test("P-OMP-68: closing the last tab ends Chromium, and its profile goes with it", async (context) => {
  await requireProgram("chromium", context);
  await using site = await serve({ "/": "<title>Fine</title>" });
  await using session = await browserSession();
  const own = `tau-browser-${process.pid}-`;
  const profiles = async () => (await readdir(tmpdir())).filter((name) => name.startsWith(own));
  await session.call({ action: "open", url: site.url });
  await session.call({ action: "open", name: "second", url: site.url });
  await session.call({ action: "close" });
  expect((await processesWith(own)).length).toBeGreaterThan(0);
  expect(await profiles()).toHaveLength(1);
  await session.call({ action: "close", name: "second" });
  await expect.poll(async () => await processesWith(own), { timeout: 20_000 }).toEqual([]);
  await expect.poll(profiles, { timeout: 20_000 }).toEqual([]);
});

test("nothing is left of Chromium after kill -9 of Tau", async (context) => {
  await requireProgram("chromium", context);
  await using site = await serve({ "/": "<title>Fine</title>" });
  await using workspace = await createWorkspace();
  const open = { name: "browser", arguments: { action: "open", url: site.url } };
  await using server = await startModelServer({ script: [FIND, { toolCalls: [open] }, { failure: "silence" }] });
  const settings = { permissionMode: "yolo", browser: { privateHosts: ["*"] } };
  await useScriptedModel(workspace, server, "anthropic-messages", { settings });
  await using tau = startCli({ workspace, args: ["-p", "go"] });
  await server.waitForRequest(({ toolResults }) => toolResults === 2);
  const { pid } = tau;
  expect((await chromiumsOf(pid)).length).toBeGreaterThan(2);
  process.kill(pid, "SIGKILL");
  await expect.poll(async () => await processesWith(`tau-browser-${pid}-`), { timeout: 20_000 }).toEqual([]);
});

test("the policy is asked about each host, also where a link leads", async (context) => {
  await requireProgram("chromium", context);
  await using site = await serve({
    "/": "<title>Fine</title><a href='http://127.0.0.1:PORT/other'>x</a>",
    "/other": "<title>Other</title>",
  });
  await using workspace = await createWorkspace();
  const leave = `await tab.evaluate("location.href = 'http://127.0.0.1:${site.port}/other'"); await wait(1000); return await tab.title();`;
  const calls = [
    { action: "open", url: `http://127.0.0.1:${site.port}/other` },
    { action: "open", url: site.url },
    { action: "run", code: "return await tab.title()" },
    { action: "run", code: leave },
    { action: "run", code: "return await tab.url()" },
    { action: "run", code: "await tab.screenshot({ save: '/etc/tau-picture.png' })" },
  ];
  const script = [
    FIND,
    ...calls.map((call) => ({ toolCalls: [{ name: "browser", arguments: call }] })),
    { text: "Done." },
  ];
  await using server = await startModelServer({ script });
  const permissions = { allow: ["browser(domain:localhost)"] };
  const settings = { permissions, browser: { privateHosts: ["*"] } };
  await useScriptedModel(workspace, server, "anthropic-messages", { settings });
  await using tau = startCli({ workspace, args: ["--permission-mode", "ask", "-p", "go"] });
  await tau.exited;
  const { messages } = server.requests.at(-1)!.body as { messages: { content: { type: string }[] }[] };
  const results = messages.flatMap(({ content }) => content).filter(({ type }) => type === "tool_result");
  const texts = results.slice(1).map((result) => JSON.stringify(result));
  expect(texts[0]).toContain("127.0.0.1");
  expect(texts[0]).not.toContain("Other");
  expect(texts[1]).toContain("Fine");
  expect(texts[2]).toContain("Fine");
  expect(texts[3]).not.toContain('"Other"');
  expect(texts[4]).toContain("about:blank");
  expect(texts[5]).toContain("/etc/tau-picture.png");
});
