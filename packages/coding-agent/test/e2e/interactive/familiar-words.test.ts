import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { addExtension } from "./add-extension.ts";
import { openTau, typeAndSee } from "./open-tau.ts";

/** What people type who come from other programs. */

test("names of other programs lead to the commands of Tau, are shown as such, and give way", async () => {
  await using setup = await withScriptedModel(() => ({ text: "answer of the model" }));
  await addExtension(
    setup.workspace,
    `export default (pi) => pi.registerCommand("cost", { description: "of the probe", handler: async (_, ctx) => ctx.ui.notify("cost of the probe") });`,
  );
  await setup.workspace.configure("prompts/usage.md", "a template about usage");
  await using tau = await openTau(setup.workspace, { columns: 120, rows: 70 });
  await typeAndSee(tau, ["/cost\r", "cost of the probe"], ["/status\r", /Prompts +0/]);
  await typeAndSee(tau, ["/usage\r", /a template about usage[\s\S]*answer of the model/]);
  await typeAndSee(tau, ["/tau:cost\r", /Prompts +1/], ["/clear\r", "A new session."]);
  await typeAndSee(tau, ["/help\r", /\/new .*also \/clear/], ["/rew", /→ rewind +Same as \/tree/]);
  expect(tau.picture()).toMatch(/\/session .*\/tau:cost, \/tau:usage,\s+\/status/);
  for (const _ of "/rew") tau.press("backspace");
  await typeAndSee(tau, ["/config\r", "╭─ Settings"]);
  tau.press("escape");
  await tau.waitForText((screen) => !screen.includes("╭─ Settings"));
  tau.send("/exit\r");
  expect((await tau.exited).exitCode).toBe(0);
});

test("exit without a slash asks whether to leave, and can be sent nevertheless", async () => {
  await using setup = await withScriptedModel(() => ({ text: "answer of the model" }));
  await using tau = await openTau(setup.workspace);
  await typeAndSee(tau, ["exit\r", "Leave Tau?"]);
  tau.press("escape");
  await tau.waitForText((screen) => !screen.includes("Leave Tau?"));
  await typeAndSee(tau, ["exit\r", "Leave Tau?"], ["\x1b[B\r", "answer of the model"]);
  expect(setup.server.requests).toHaveLength(1);
  await typeAndSee(tau, ["Quit\r", "Leave Tau?"]);
  tau.send("\r");
  expect((await tau.exited).exitCode).toBe(0);
});

const DEAF = `export default (pi) => pi.registerTool({
  name: "deaf", label: "deaf", description: "never ends", parameters: { type: "object", properties: {} },
  execute: (id, params, signal, onUpdate, ctx) => new Promise(() => {
    ctx.ui.setStatus("deaf", "it began");
    setInterval(() => undefined, 1000);
  }),
});`;

test("Ctrl+C during a run stops it and keeps what is typed; what does not stop can be left after two seconds, not before", async () => {
  await using setup = await withScriptedModel(() => ({ toolCalls: [{ name: "deaf", arguments: {} }] }));
  await addExtension(setup.workspace, DEAF);
  await using tau = await openTau(setup.workspace);
  await typeAndSee(tau, ["go\r", "Working…"], ["typed meanwhile", /─\n *typed meanwhile/]);
  await tau.waitForText("it began");
  tau.press("ctrl+c", "ctrl+c", "ctrl+c");
  await tau.waitForText("Still stopping. Press Ctrl+C again to leave without waiting.");
  expect(tau.picture()).toMatch(/─\n *typed meanwhile/);
  tau.press("ctrl+c");
  expect((await tau.exited).exitCode).toBe(0);
});

test("hints name the keys of keybindings.json", async () => {
  await using setup = await withScriptedModel(() => ({ failure: "silence" }));
  await setup.workspace.configure("keybindings.json", {
    "app.interrupt": "ctrl+y",
    "app.exit": "alt+q",
    "app.clear": "alt+c",
    "tui.select.cancel": "ctrl+b",
    "tui.select.confirm": "ctrl+f",
  });
  await using tau = await openTau(setup.workspace, { columns: 100 });
  await tau.waitForText("alt+q leaves");
  await typeAndSee(tau, ["/model\r", /ctrl\+f choose .* ctrl\+b cancel/]);
  tau.send("\x02");
  await tau.waitForText((screen) => !screen.includes("╭─ Model"));
  await typeAndSee(tau, ["\x1bc", "Press Alt+C again to exit"], ["hi\r", "(Ctrl+Y stops)"], ["\x19", "Stopped."]);
  tau.send("\x1bq");
  expect((await tau.exited).exitCode).toBe(0);
});
