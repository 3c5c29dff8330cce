import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWorkspace, runCli, startModelServer, useScriptedModel } from "@tau/testkit";
import { expect, test } from "vitest";
import { call, hookSettings } from "./hook-project.ts";

const allow = `echo run >> log; printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'`;

test("hooks of a project run only after trust; allow is a rule for the call, and deny rules win", async () => {
  await using workspace = await createWorkspace({
    files: { ".claude/settings.json": hookSettings({ PreToolUse: [["Bash", allow]] }) },
  });
  const touch = (name: string) => [call("bash", { command: `touch ${name}` }), { text: "Done." }];
  await using server = await startModelServer({ script: [...touch("one"), ...touch("two"), ...touch("three")] });
  await useScriptedModel(workspace, server);
  const path = (name: string) => join(workspace.cwd, name);
  const run = async (...args: string[]) =>
    await runCli({ workspace, args: ["--permission-mode", "ask", ...args, "-p", "Go"] });

  const untrusted = await run();
  expect(untrusted.stderr).toContain(".claude/settings.json");
  expect([existsSync(path("one")), existsSync(path("log"))]).toEqual([false, false]);

  await run("--approve");
  expect([existsSync(path("two")), readFileSync(path("log"), "utf8")]).toEqual([true, "run\n"]);

  const settings = join(workspace.tauHome, "settings.json");
  const before = JSON.parse(readFileSync(settings, "utf8"));
  writeFileSync(settings, JSON.stringify({ ...before, permissions: { deny: ["Bash(touch:*)"] } }));
  await run("--approve");
  expect(existsSync(path("three"))).toBe(false);
});

test("without hooks, no code of the battery is loaded; settings of Claude Code without hooks need no trust", async () => {
  await using workspace = await createWorkspace({
    files: { ".claude/settings.json": '{"model":"opus"}' },
  });
  await using server = await startModelServer({ script: [{ text: "Done." }] });
  await useScriptedModel(workspace, server);
  const { stderr, stdout } = await runCli({ workspace, args: ["-p", "Go"], env: { NODE_DEBUG: "esm" } });
  expect(stdout).toBe("Done.\n");
  expect(stderr).not.toContain(".claude/settings.json");
  expect(stderr).not.toMatch(/hooks?-\w+\.js/);
});
