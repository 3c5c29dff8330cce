import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SettingsStore } from "../../../src/core/settings/index.ts";
import { temporaryDirectory, writeTree } from "../support/temporary-directory.ts";

test("a listener hears of a changed value: set, overridden, reloaded or trusted", async () => {
  const root = temporaryDirectory();
  writeTree(root, { "home/settings.json": { theme: "a" }, "project/.tau/settings.json": { theme: "p" } });
  const settings = SettingsStore.open(join(root, "project"), join(root, "home"));
  const heard: string[] = [];
  settings.onChange("theme", (theme) => heard.push(theme));
  settings.set("theme", "b");
  settings.set("theme", "b");
  settings.set("transport", "sse");
  settings.setProjectTrusted(true);
  settings.set("theme", "hidden by the project");
  settings.setProjectTrusted(false);
  await settings.flush();
  writeFileSync(join(root, "home/settings.json"), '{ "theme": "c" }');
  await settings.reload();
  settings.applyOverrides({ theme: "d" });
  expect(heard).toEqual(["b", "p", "hidden by the project", "c", "d"]);
});

test("a listener of an object hears when a part of it changes", () => {
  const settings = SettingsStore.inMemory();
  const heard: unknown[] = [];
  settings.onChange("retry", (retry) => heard.push(retry?.maxRetries));
  settings.set("retry.maxRetries", 7);
  settings.set("theme", "x");
  expect(heard).toEqual([7]);
});

test("a listener that stopped hears nothing, also when it stops while being told", () => {
  const settings = SettingsStore.inMemory();
  const heard: string[] = [];
  const stop = settings.onChange("theme", (theme) => {
    heard.push(`first ${theme}`);
    stop();
  });
  settings.onChange("theme", (theme) => heard.push(`second ${theme}`));
  settings.set("theme", "x");
  settings.set("theme", "y");
  expect(heard).toEqual(["first x", "second x", "second y"]);
});

test("a file that breaks while Tau runs takes no rule away: what was read before holds until it can be read again", async () => {
  const root = temporaryDirectory();
  const file = join(root, "home/settings.json");
  const before = { permissionMode: "plan", permissions: { deny: ["Bash(rm:*)"] } };
  writeTree(root, { "home/settings.json": before });
  const settings = SettingsStore.open(join(root, "project"), join(root, "home"));
  for (const text of ['{ "permissions": ', "[]"]) {
    writeFileSync(file, text);
    await settings.reload();
    expect(settings.layer("global")).toEqual(before);
    expect(settings.diagnostics()).toHaveLength(1);
  }
  rmSync(file);
  mkdirSync(file);
  await settings.reload();
  expect(settings.layer("global")).toEqual(before);
  expect(settings.drainErrors()).toHaveLength(1);
  rmSync(file, { recursive: true });
  await settings.reload();
  expect(settings.layer("global")).toEqual({});
});

test("a permission rule with a mistake is left out and named with its line", () => {
  const root = temporaryDirectory();
  const permissions = `{ "permissions": {\n "deny": ["Bash(rm:*)",\n "Bash(rm",\n "Read (a)"], "ask": [""] } }`;
  writeTree(root, { "home/settings.json": permissions });
  const settings = SettingsStore.open(join(root, "project"), join(root, "home"));
  expect(settings.layer("global").permissions).toEqual({ deny: ["Bash(rm:*)"], ask: [] });
  const text = "is no rule: write Tool or Tool(pattern), for example Bash(git diff:*); ignored";
  expect(settings.diagnostics().map(({ line, message }) => [line, message])).toEqual([
    [3, `"permissions.deny.1" ${text}`],
    [4, `"permissions.deny.2" ${text}`],
    [4, `"permissions.ask.0" ${text}`],
  ]);
});

test("a setting under a dotted name is ignored with the nested form that was meant", () => {
  const root = temporaryDirectory();
  const settingsText = `{
    "task.maxConcurrency": 4,
    "retry": { "provider.maxRetries": 3, "enabled": false },
    "compaction": { "modelOverrides": { "faux/gpt-5.1": { "reserveTokens": 1 } } },
    "example.com": {}
  }`;
  writeTree(root, { "home/settings.json": settingsText });
  const settings = SettingsStore.open(join(root, "project"), join(root, "home"));
  expect(settings.diagnostics().map(({ line, message }) => [line, message])).toEqual([
    [2, '"task.maxConcurrency" must be written as { "task": { "maxConcurrency": … } }; ignored'],
    [3, '"retry.provider.maxRetries" must be written as { "provider": { "maxRetries": … } }; ignored'],
  ]);
  expect(settings.get("retry.enabled")).toBe(false);
});
