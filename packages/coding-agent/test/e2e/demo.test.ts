import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createWorkspace, runCli } from "@tau/testkit";
import { expect, test } from "vitest";

test('without any key, tau -p "show me" does a real task and says how to connect a model', async () => {
  await using workspace = await createWorkspace();
  const exit = await runCli({ workspace, args: ["-p", "show me"] });
  expect(exit).toMatchObject({ exitCode: 0, stderr: "" });
  expect(exit.stdout).toContain("scripted");
  expect(exit.stdout).toContain("_API_KEY");
  // It worked in the folder, since that was empty, and left a program that runs.
  const files = await workspace.list();
  expect(files.length).toBeGreaterThan(0);
});

test("the tour leaves a session that can be resumed", async () => {
  await using workspace = await createWorkspace();
  await runCli({ workspace, args: ["-p", "show me"] });
  const again = await runCli({ workspace, args: ["-c", "-p", "hello"] });
  expect(again.exitCode).toBe(0);
  const folders = (await readdir(join(workspace.tauHome, "sessions"))).filter((name) => name.startsWith("--"));
  const sessions = await readdir(join(workspace.tauHome, "sessions", folders[0] ?? ""));
  expect(sessions.filter((name) => name.endsWith(".jsonl"))).toHaveLength(1);
});

test("in a folder with files the tour works elsewhere and touches nothing", async () => {
  await using workspace = await createWorkspace({ files: { "precious.txt": "mine" } });
  const exit = await runCli({ workspace, args: ["-p", "show me"] });
  expect(exit.exitCode).toBe(0);
  expect(await workspace.list()).toEqual(["precious.txt"]);
});
