import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { openTau, typeAndSee } from "./open-tau.ts";

test("the tree has one row per call, with what was done and its outcome", async () => {
  await using setup = await withScriptedModel(({ index }) => {
    if (index > 0) return { text: "All done." };
    return {
      toolCalls: [
        { name: "bash", arguments: { command: "echo fine" } },
        { name: "bash", arguments: { command: "echo broken; exit 3" } },
        { name: "read", arguments: { path: "nowhere.txt" } },
      ],
    };
  });
  await using tau = await openTau(setup.workspace, { columns: 100, rows: 40 });
  await typeAndSee(tau, ["go\r", "All done."], ["/tree\r", "╭─ Session tree"]);
  const picture = tau.picture();
  expect(picture).toMatch(/bash: echo fine · ok/);
  expect(picture).toMatch(/bash: echo broken; exit 3 · failed: .*3/);
  expect(picture).toMatch(/read: nowhere\.txt · failed: /);
  expect(picture).not.toContain("calls bash");
});

test("folded thinking says how long it took, ! keeps colours, and ? scrolls on a small terminal", async () => {
  await using setup = await withScriptedModel(() => ({ thinking: "Hidden depths.", text: "An answer." }));
  const settings = JSON.parse(await readFile(join(setup.workspace.tauHome, "settings.json"), "utf8"));
  await setup.workspace.configure("settings.json", { ...settings, hideThinkingBlock: true });
  await using tau = await openTau(setup.workspace, { columns: 40, rows: 15 });
  await typeAndSee(tau, ["go\r", /Thought for \d+(\.\d)? s[\s\S]*An answer\./]);
  await typeAndSee(tau, ["!printf '\\033[31mred\\033[0m \\033[2Jplain'\r", /^ *red plain/m]);
  const row = tau.terminal.screen().findIndex((line) => /^ *red plain/.test(line));
  const column = tau.terminal.screen()[row]?.indexOf("red") ?? 0;
  const color = (at: number) => JSON.stringify(tau.terminal.cell(row, at)?.foreground);
  expect(color(column)).not.toBe(color(column + 4));
  await typeAndSee(tau, ["?", /1-4 of 19/], ["\x1b[6~", /5-8 of 19/], ["\x1b[B", /6-9 of 19/]);
  tau.press("escape");
  await tau.waitForText((screen) => !screen.includes("of 19"));
  await typeAndSee(tau, ["?", /1-4 of 19/]);
  tau.send("x");
  await tau.waitForText((screen) => !screen.includes("of 19") && /─\n *x/.test(screen));
});

const SKILL = "---\nname: tidy\ndescription: Tidies\n---\nFirst instruction.\nSecond instruction.\n";

test("a skill is shown as it was called, and unfolds", async () => {
  await using setup = await withScriptedModel(() => ({ text: "An answer." }));
  const folder = join(setup.workspace.tauHome, "skills/tidy");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "SKILL.md"), SKILL);
  await using tau = await openTau(setup.workspace, { columns: 80, rows: 40 });
  await typeAndSee(tau, ["/skill:tidy now\r", /› \/skill:tidy now[\s\S]*more lines[\s\S]*An answer\./]);
  expect(tau.picture()).not.toContain("Second instruction.");
  await typeAndSee(tau, ["\x0f", "Second instruction."]);
});
