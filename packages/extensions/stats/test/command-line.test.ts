import { readFile, stat } from "node:fs/promises";
import { createWorkspace, runCli, startModelServer, useScriptedModel } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";

const usage = { input: 1000, output: 100, cacheRead: 3000 };
const cost = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

test("tau stats counts what sessions have used, as text, JSON and a page; wrong options are named", async () => {
  await using workspace = await createWorkspace({ files: { "a.txt": "A\n" } });
  const read = { toolCalls: [{ name: "read", arguments: { path: "a.txt" } }], usage };
  await using server = await startModelServer({ script: [read, { text: "done", usage }] });
  await useScriptedModel(workspace, server, "openai-completions", { model: { cost } });
  const run = async (...args: string[]) => await runCli({ workspace, args });
  expect((await run("stats")).stdout).toMatch(/^No session has used a model from /);
  await run("-p", "go");
  const { stdout } = await run("stats", "--days", "2");
  expect(stdout).toMatch(/: 1 session, 1 prompt, 2 requests\n/);
  expect(stdout).toContain("8,200 tokens (2,000 in, 200 out, 75 % of prompts cached)");
  expect(stdout).toMatch(/\$0\.01/);
  expect(stdout).toMatch(/\nModels\n[\s\S]*scripted\/scripted +2/);
  expect(stdout).toMatch(/\nTools\n[\s\S]*read +1 +0/);
  const { total, tools } = JSON.parse((await run("stats", "--json", "--here")).stdout);
  expect(total).toMatchObject({ requests: 2, input: 2000, output: 200, cacheRead: 6000 });
  expect(tools).toMatchObject([{ name: "read", use: { calls: 1, errors: 0 } }]);
  expect(await run("stats", "--html", "stats.html")).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await readFile(workspace.path("stats.html"), "utf8")).toMatch(/^<!doctype html>[\s\S]*scripted\/scripted/i);
  expect((await stat(workspace.path("stats.html"))).mode & 0o777).toBe(0o600);
  for (const [args, message] of [
    [["--days", "0"], "--days takes a number from 1 to 3660, not 0."],
    [["--json", "--html", "x"], "Give --json or --html, not both."],
    [["--frob"], "There is no --frob here."],
  ] as const)
    expect(await run("stats", ...args)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
});

test.each([
  [100, 30],
  [80, 24],
])("/stats shows the same on the screen at %ix%i; Enter unfolds", async (columns, rows) => {
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    mode: "tui",
    columns,
    rows,
    script: [{ text: "done", usage }],
  });
  await harness.prompt("go");
  const { terminal } = harness;
  terminal.press(..."/stats", "enter");
  await terminal.waitForText(/Last 30 days: 4,100 tokens.*75 % cached/);
  await terminal.waitForText(/→ ▸ days \(1\)/);
  terminal.press("enter");
  await terminal.waitForText(/▾ days \(1\)/);
  terminal.press("escape");
  terminal.press(..."/stats --days many", "enter");
  await terminal.waitForText(/ --days takes a number from 1 to 3660, not\s+many\./);
  expect(harness.errors).toEqual([]);
});
