import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { leave, openTau, type TauOnTerminal, typeAndSee } from "./open-tau.ts";

test("a setting is found by typing, checked, written to the file, and set back", async () => {
  await using setup = await withScriptedModel(() => ({ text: "" }));
  await using tau = await openTau(setup.workspace);
  await typeAndSee(tau, ["/settings\r", "╭─ Settings"], ["basedelay", /→ retry\.baseDelayMs +2000/]);
  await typeAndSee(tau, ["\r", "╭─ retry.baseDelayMs"], ["x\r", "must be a number"]);
  tau.press("backspace");
  await typeAndSee(tau, ["5\r", /→ retry\.baseDelayMs +20005/]);
  const saved = async () => JSON.parse(await readFile(join(setup.workspace.tauHome, "settings.json"), "utf8"));
  tau.send("\x18");
  await tau.waitForText(/→ retry\.baseDelayMs +2000 /);
  tau.press("escape");
  await tau.waitForText((screen) => !screen.includes("Settings"));
  await typeAndSee(tau, ["/settings\r", "╭─ Settings"], ["hidethink", /→ Show thinking +on/]);
  await typeAndSee(tau, ["\r", /→ Show thinking +off/]);
  tau.press("escape");
  await tau.waitForText((screen) => !screen.includes("Settings"));
  expect(await leave(tau)).toBe(0);
  expect(await saved()).toMatchObject({ hideThinkingBlock: true });
  expect((await saved()).retry).not.toHaveProperty("baseDelayMs");
});

test("R71, R72, R74, R77: the tree goes back to a prompt, whose text comes to the editor, and keeps a label", async () => {
  let count = 0;
  await using setup = await withScriptedModel(() => ({ text: `Answer ${++count}.` }));
  await using tau = await openTau(setup.workspace);
  for (const [index, prompt] of ["first prompt", "second prompt"].entries()) {
    tau.send(`${prompt}\r`);
    await tau.waitForText(`Answer ${index + 1}.`);
  }
  await openTree(tau);
  tau.press("up");
  await tau.waitForText(/→.*you: second prompt/);
  tau.send("L");
  await tau.waitForText("Label of this place");
  tau.send("turning point\r");
  await tau.waitForText("[turning point] you: second prompt");
  tau.press("enter");
  await tau.waitForText("Leave a summary of this branch?");
  tau.press("enter");
  await tau.waitForText((screen) => /─\n *second prompt/.test(screen) && !screen.includes("Answer 2."));
  tau.send(" again\r");
  await tau.waitForText("Answer 3.");
  await openTree(tau);
  await tau.waitForText(/second prompt\b[\s\S]*second prompt again/);
  tau.press("enter");
  await tau.waitForText((screen) => !screen.includes("Session tree"));
  expect(tau.picture()).toContain("Answer 3.");
  expect(await leave(tau)).toBe(0);
});

test("in the tree, a session that got a name is where it was before", async () => {
  await using setup = await withScriptedModel(() => ({ text: "An answer." }));
  await using tau = await openTau(setup.workspace, { args: ["--no-extensions"] });
  await typeAndSee(tau, ["a prompt\r", "An answer."], ["/name mine\r", 'called "mine"'], ["/tree\r", /→● An answer\./]);
  tau.press("enter");
  await tau.waitForText((screen) => !screen.includes("Session tree"));
  await typeAndSee(tau, ["a draft", /─\n *a draft/]);
});

test("a session that is deleted takes what lies beside it along", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  const { workspace } = setup;
  await runCli({ workspace, args: ["-p", "an old prompt"] });
  const { stdout } = await runCli({ workspace, args: ["sessions", "list", "--json"] });
  const folder = (JSON.parse(stdout) as { path: string }).path.replace(/\.jsonl$/, "");
  await mkdir(folder);
  await writeFile(`${folder}.damaged`, "a torn line");
  await using tau = await openTau(workspace);
  await deleteOldSession(tau, "Delete it permanently");
  const left = await readdir(dirname(folder));
  expect(left.filter((name) => name.startsWith(basename(folder)))).toEqual([]);
});

test("where there is a trash command, a deleted session goes there", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }), {
    files: { "bin/trash": '#!/bin/sh\nmv "$1" "$TRASH/"\n', "trash/empty": "" },
  });
  const { workspace } = setup;
  await chmod(workspace.path("bin/trash"), 0o755);
  await runCli({ workspace, args: ["--session-id", "old", "-p", "an old prompt"] });
  const env = { PATH: `${workspace.path("bin")}:${process.env.PATH}`, TRASH: workspace.path("trash") };
  await using tau = await openTau(workspace, { env });
  await deleteOldSession(tau, "Move it to the trash");
  expect(await readdir(workspace.path("trash"))).toEqual([expect.stringMatching(/_old\.jsonl$/), "empty"]);
});

test("a terminal that names its colours decides between light and dark, and none of its answers is typed", async () => {
  await using setup = await withScriptedModel(() => ({ text: "" }));
  await setup.workspace.configure("settings.json", { defaultProvider: "scripted", defaultModel: "model" });
  await using tau = await openTau(setup.workspace);
  await tau.waitForText("Tau ");
  const before = tau.accent();
  tau.send("\x1b]11;rgb:ffff/ffff/ffff\x07\x1b]10;rgb:0000/0000/0000\x07");
  for (let index = 0; index < 16; index++) tau.send(`\x1b]4;${index};rgb:8080/4040/2020\x07`);
  await tau.waitForText(() => tau.accent() !== before);
  tau.send("typed");
  await tau.waitForText(/─\n *typed/);
  expect(tau.picture()).not.toContain("rgb:");
});

test("the theme is shown while it is gone through, and Escape brings the old one back", async () => {
  await using setup = await withScriptedModel(() => ({ text: "" }));
  await using tau = await openTau(setup.workspace);
  await tau.waitForText("Tau ");
  const before = tau.accent();
  tau.send("/theme\r");
  await tau.waitForText("╭─ Theme");
  tau.send("paper");
  await tau.waitForText(() => tau.accent() !== before);
  tau.press("escape");
  await tau.waitForText((screen) => !screen.includes("╭─ Theme") && tau.accent() === before);
});

test("typing / offers the commands, a letter narrows them down, and what is typed whole goes with one Enter", async () => {
  await using setup = await withScriptedModel(() => ({ text: "" }));
  await using tau = await openTau(setup.workspace);
  tau.send("/thin");
  await tau.waitForText("Choose how long the model thinks");
  tau.press("escape");
  await tau.waitForText((screen) => !screen.includes("Choose how long"));
  tau.send("\x15/debug sys");
  await tau.waitForText(/→ system/);
  tau.send("tem");
  await tau.waitForText((screen) => !screen.includes("→ system"));
  tau.press("enter");
  await tau.waitForText("Terminal");
  expect(await leave(tau)).toBe(0);
});

test("a model that is chosen is for this session; saving it makes it the one of new sessions", async () => {
  await using setup = await withScriptedModel(() => ({ text: "" }));
  const { workspace } = setup;
  const saved = async () => JSON.parse(await readFile(join(workspace.tauHome, "settings.json"), "utf8"));
  await using tau = await openTau(workspace);
  tau.send("/model demo/tour\r");
  await tau.waitForText("Model: demo/tour");
  expect(await saved()).toMatchObject({ defaultProvider: "scripted", defaultModel: "model" });
  tau.send("/model\r");
  await tau.waitForText(/→ demo\/tour +✓/);
  tau.send("\x13");
  await tau.waitForText("new sessions use demo/tour");
  tau.press("escape");
  await tau.waitForText((screen) => !screen.includes("╭─ Model"));
  expect(await leave(tau)).toBe(0);
  expect(await saved()).toMatchObject({ defaultProvider: "demo", defaultModel: "tour" });
});

async function openTree(tau: TauOnTerminal): Promise<void> {
  await typeAndSee(tau, ["/tree\r", "╭─ Session tree"]);
}

async function deleteOldSession(tau: TauOnTerminal, question: string): Promise<void> {
  await typeAndSee(tau, ["/resume\r", /→ an old prompt/], ["\x04", question]);
  tau.press("down", "enter");
  await tau.waitForText((screen) => screen.includes("╭─ Sessions") && !screen.includes("an old prompt"));
}
