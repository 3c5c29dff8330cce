import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createWorkspace, runCli } from "@tau/testkit";
import { expect, test } from "vitest";

test('without any key, tau --demo -p "show me" does a real task and says how to connect a model', async () => {
  await using workspace = await createWorkspace();
  const exit = await runCli({ workspace, args: ["--demo", "-p", "show me"] });
  expect(exit).toMatchObject({ exitCode: 0, stderr: "" });
  expect(exit.stdout).toContain("scripted");
  expect(exit.stdout).toContain("_API_KEY");
  // It worked in the folder, since that was empty, and left a program that runs.
  const files = await workspace.list();
  expect(files.length).toBeGreaterThan(0);
});

test("the tour leaves a session that can be resumed", async () => {
  await using workspace = await createWorkspace();
  await runCli({ workspace, args: ["--demo", "-p", "show me"] });
  const again = await runCli({ workspace, args: ["--demo", "-c", "-p", "hello"] });
  expect(again.exitCode).toBe(0);
  const folders = (await readdir(join(workspace.tauHome, "sessions"))).filter((name) => name.startsWith("--"));
  const sessions = await readdir(join(workspace.tauHome, "sessions", folders[0] ?? ""));
  expect(sessions.filter((name) => name.endsWith(".jsonl"))).toHaveLength(1);
});

test("in a folder with files the tour works elsewhere and touches nothing", async () => {
  await using workspace = await createWorkspace({ files: { "precious.txt": "mine" } });
  const exit = await runCli({ workspace, args: ["--demo", "-p", "show me"] });
  expect(exit.exitCode).toBe(0);
  expect(await workspace.list()).toEqual(["precious.txt"]);
});

test.each([
  { run: "print", args: ["-p", "hi"], stdin: "" },
  { run: "JSON", args: ["--mode", "json", "hi"], stdin: "" },
  { run: "RPC", args: ["--mode", "rpc"], stdin: `${JSON.stringify({ id: "1", type: "prompt", message: "hi" })}\n` },
])("without credentials a $run run ends with code 3 and says what to do", async ({ args, stdin }) => {
  await using workspace = await createWorkspace();
  const exit = await runCli({ workspace, args, stdin });
  expect(exit.exitCode).toBe(3);
  expect(exit.stderr.trimEnd().split("\n")).toHaveLength(1);
  for (const way of ["ANTHROPIC_API_KEY", "/login", "--demo"]) expect(exit.stderr).toContain(way);
  expect(exit.stdout).not.toContain("scripted");
});

test("a session of the tour does not make later runs without a terminal use the demo", async () => {
  await using workspace = await createWorkspace();
  await runCli({ workspace, args: ["--demo", "-p", "show me"] });
  const again = await runCli({ workspace, args: ["-c", "-p", "hello"] });
  expect(again).toMatchObject({ exitCode: 3, stdout: "" });
});

test("--demo and --model exclude each other", async () => {
  await using workspace = await createWorkspace();
  const exit = await runCli({ workspace, args: ["--demo", "--model", "openai/gpt-5", "-p", "hi"] });
  expect(exit).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("leave out --model") });
});
