import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { addExtension } from "./add-extension.ts";
import { leave, openTau } from "./open-tau.ts";

const EXTENSION = `export default function (pi) {
  pi.registerShortcut("ctrl+shift+p", { handler: async (ctx) => ctx.ui.notify("key of the probe") });
  pi.registerCommand("steps", { handler: async (_args, ctx) => {
    for (const step of ["first", "second", "third"]) ctx.ui.notify(step + " step");
    ctx.ui.notify("a warning", "warning");
    ctx.ui.notify("after the warning");
  } });
  pi.registerCommand("print", { handler: async (_args, ctx) => {
    console.error("stray error"); console.log("stray log"); process.stderr.write("stray write");
    ctx.ui.notify("printed");
  } });
  pi.registerCommand("draw", { handler: async (_args, ctx) => {
    ctx.ui.setStatus("probe", "status of the probe");
    await ctx.ui.custom((_tui, _theme, _keys, done) => ({ render: () => ["a drawing"], invalidate() {}, handleInput: () => done() }));
    ctx.ui.notify("drawn");
  } });
}
`;

test("notifications of an extension replace the one before; a warning stays", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await addExtension(setup.workspace, EXTENSION);
  await using tau = await openTau(setup.workspace, { columns: 100 });
  tau.send("/steps\r");
  await tau.waitForText(/third step\s+a warning\s+after the warning/);
  await tau.waitForText((screen) => !/first step|second step/.test(screen));
  expect(await leave(tau)).toBe(0);
});

test("what an extension prints does not reach the screen", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await addExtension(setup.workspace, EXTENSION);
  await using tau = await openTau(setup.workspace, { columns: 100 });
  tau.send("/print\r");
  await tau.waitForText("printed");
  expect(await leave(tau)).toBe(0);
  expect(tau.output()).not.toContain("stray");
});

test("the footer stays below what an extension draws in place of the editor", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await addExtension(setup.workspace, EXTENSION);
  await using tau = await openTau(setup.workspace, { columns: 140 });
  tau.send("/draw\r");
  await tau.waitForText(/a drawing[\s\S]*status of the probe .*scripted\/model/);
  tau.send("x");
  await tau.waitForText("drawn");
  expect(await leave(tau)).toBe(0);
});

test("ctrl+shift+p can be a shortcut of an extension", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await addExtension(setup.workspace, EXTENSION);
  await using tau = await openTau(setup.workspace, { columns: 100 });
  await tau.waitForText("Extensions: probe");
  tau.send("\x1b[112;6u");
  await tau.waitForText("key of the probe");
  expect(await leave(tau)).toBe(0);
});
