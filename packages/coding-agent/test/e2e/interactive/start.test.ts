import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { leave, openTau } from "./open-tau.ts";

const MODEL = { defaultProvider: "scripted", defaultModel: "model" };
const FILES = { "AGENTS.md": "Always rhyme." };
const HEADER = "Type a task.";
const LISTING = "Context: AGENTS.md";

test("what was found is listed at start; quietStartup hides it, or keeps the header; --verbose shows it nevertheless", async () => {
  await using setup = await withScriptedModel({ text: "ok" }, { files: FILES });
  const { workspace } = setup;
  const seen = async (quietStartup: boolean | "header", args: string[] = []) => {
    await workspace.configure("settings.json", { ...MODEL, quietStartup });
    await using tau = await openTau(workspace, { args });
    const text = tau.terminal.text();
    expect(await leave(tau)).toBe(0);
    return [text.includes(HEADER), text.includes(LISTING)];
  };
  expect(await seen(false)).toEqual([true, true]);
  expect(await seen("header")).toEqual([true, false]);
  expect(await seen(true)).toEqual([false, false]);
  expect(await seen(true, ["--verbose"])).toEqual([true, true]);
});

test("extensions are told once that their session is there, and whoever quits at once ends the session that came", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const { workspace } = setup;
  await mkdir(join(workspace.tauHome, "extensions"));
  const log = workspace.path("log");
  await writeFile(
    join(workspace.tauHome, "extensions/log.ts"),
    `import { appendFileSync } from "node:fs";
    export default (pi) => {
      for (const name of ["session_start", "session_shutdown"])
        pi.on(name, (event, ctx) => appendFileSync(${JSON.stringify(log)}, [name, event.reason, ctx.mode].join(" ") + "\\n"));
    };`,
  );
  await using tau = await openTau(workspace);
  await tau.waitForText("Extensions: log");
  tau.send("/new\r");
  expect(await leave(tau)).toBe(0);
  expect((await readFile(log, "utf8")).split("\n")).toEqual([
    "session_start startup tui",
    "session_shutdown new tui",
    "session_start new tui",
    "session_shutdown quit tui",
    "",
  ]);
});

test("after an update the changes are shown once, in one line with collapseChangelog", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const { workspace } = setup;
  await workspace.configure("settings.json", { ...MODEL, lastChangelogVersion: "0.0.9" });
  await using updated = await openTau(workspace, { rows: 90 });
  await updated.waitForText(/What is new[\s\S]*\/changelog shows the rest\./);
  expect(await leave(updated)).toBe(0);
  const settings = JSON.parse(await readFile(join(workspace.tauHome, "settings.json"), "utf8"));
  expect(settings.lastChangelogVersion).not.toBe("0.0.9");

  await workspace.configure("settings.json", { ...settings, lastChangelogVersion: "0.0.9", collapseChangelog: true });
  await using collapsed = await openTau(workspace);
  await collapsed.waitForText("/changelog shows what is new.");
  expect(collapsed.terminal.text()).not.toContain("What is new");
  expect(await leave(collapsed)).toBe(0);
});

test("what is new in a package is shown with its lines joined as Markdown joins them", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const { workspace } = setup;
  const files: Readonly<Record<string, string>> = {
    "package.json": '{ "name": "news", "version": "1.1.0", "pi": { "extensions": ["./index.ts"] } }',
    "index.ts": "export default () => {};",
    "CHANGELOG.md": "# Changelog\n\n## 1.1.0\n\n- One item that\n  goes on here.\n\n## 1.0.0\n\n- Old.\n",
  };
  await mkdir(workspace.path("news"));
  for (const [name, text] of Object.entries(files)) await writeFile(workspace.path(`news/${name}`), text);
  const packages = [workspace.path("news")];
  await workspace.configure("settings.json", { ...MODEL, packages, extensionChangelogVersions: { news: "1.0.0" } });
  await using tau = await openTau(workspace, { rows: 40 });
  await tau.waitForText("- One item that goes on here.");
  expect(tau.terminal.text()).not.toContain("Old.");
  expect(await leave(tau)).toBe(0);
});

test("padding, code blocks and diagrams look as the settings say", async () => {
  const text = "Look:\n\n```text\nplain\n```\n\n```mermaid\ngraph LR\nA-->B\n```\n";
  await using setup = await withScriptedModel(() => ({ text }));
  const { workspace } = setup;
  const lines = async (more: object) => {
    await workspace.configure("settings.json", { ...MODEL, ...more });
    await using tau = await openTau(workspace, { args: ["show"] });
    await tau.waitForText("Look:");
    await tau.waitForText((screen) => /A.*B/s.test(screen));
    const shown = tau.terminal.screen().map((line) => line.trimEnd());
    expect(await leave(tau)).toBe(0);
    return shown;
  };
  const usual = await lines({});
  expect(usual).toEqual(expect.arrayContaining([" Look:", "   plain"]));
  expect(usual.join("\n")).not.toContain("graph LR");
  const changed = await lines({ outputPad: 0, markdown: { codeBlockIndent: "> ", mermaid: "off" } });
  expect(changed).toEqual(expect.arrayContaining(["Look:", "> plain", "> graph LR"]));
  const final = await lines({ markdown: { mermaid: "final" } });
  expect(final.join("\n")).not.toContain("graph LR");
});
