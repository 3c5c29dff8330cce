import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { openTau, typeAndSee } from "./open-tau.ts";

test("editorMode vim: modes are shown, letters are commands, Escape in normal mode stops a run, Ctrl+R redoes", async () => {
  await using setup = await withScriptedModel(({ index }) => (index === 0 ? { text: "fine" } : { failure: "silence" }));
  const settings = JSON.parse(await readFile(join(setup.workspace.tauHome, "settings.json"), "utf8"));
  await setup.workspace.configure("settings.json", { ...settings, editorMode: "vim" });
  await using tau = await openTau(setup.workspace, { columns: 80 });
  await tau.waitForText(/^ *INSERT · /m);
  await typeAndSee(tau, ["one two three", "one two three"], ["\x1b", /^ *NORMAL · /m], ["bdw", /─\n *one two *\n/]);
  await typeAndSee(tau, ["u", "one two three"], ["\x12", /─\n *one two *\n/], ["vb", /^ *VISUAL · /m]);
  await typeAndSee(tau, ["\x1b", /^ *NORMAL · /m], ["\r", /fine[\s\S]*INSERT · /]);
  expect(JSON.stringify(setup.server.requests[0]?.body)).toContain('"one two');
  await typeAndSee(tau, ["\x1b", /^ *NORMAL · /m], ["k", /─\n *one two *\n/], ["\r", "(Escape stops)"]);
  await typeAndSee(tau, ["typed", /─\n *typed *\n/], ["\x1b", /^ *NORMAL · /m]);
  expect(tau.picture()).toContain("(Escape stops)");
  await typeAndSee(tau, ["\x1b", "Stopped."], ["dd", /─\n *\n─/]);
});

test("the keys of vi can be switched on and off while one types", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await using tau = await openTau(setup.workspace, { columns: 80 });
  await typeAndSee(tau, ["/settings\r", "╭─ Settings"], ["editormode", /→ Editor keys/], ["\r", /Editor keys +vi/]);
  tau.press("escape");
  await tau.waitForText(/^ *INSERT · /m);
  await typeAndSee(tau, ["abc", /─\n *abc/], ["\x1b", /^ *NORMAL · /m], ["x", /─\n *ab *\n/]);
});
