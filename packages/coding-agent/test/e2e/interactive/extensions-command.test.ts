import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { addExtension } from "./add-extension.ts";
import { openTau, typeAndSee } from "./open-tau.ts";

const PROBE = `export default (pi) => {
  pi.registerCommand("probe", { handler: () => undefined });
  pi.on("agent_start", () => undefined);
};`;

test("/extensions tells what each adds, what it costs and why it is off, and switches batteries at once", async () => {
  await using setup = await withScriptedModel(() => ({ text: "answer" }));
  const { workspace, server } = setup;
  await addExtension(workspace, PROBE);
  await using tau = await openTau(workspace, { columns: 120, rows: 60 });
  await typeAndSee(tau, ["/extensions\r", /todo +on, about \d+ tokens a request · A list of tasks/]);
  await tau.waitForText(/probe\.ts\s+on · commands \/probe; events agent_start/);
  await typeAndSee(
    tau,
    ["/extensions disable todo\r", "todo is off."],
    ["/extensions\r", /todo +off: switched off in the user's settings/],
    ["hello\r", "answer"],
    ["/extensions enable todo\r", "todo is on."],
    ["again\r", /answer[\s\S]*answer/],
    ["/extensions disable nothing\r", 'There is no extension "nothing".'],
    ["/extensions what\r", "Usage: /extensions [enable|disable <name>]"],
  );
  const declared = server.requests.map(({ body }) => JSON.stringify(body).includes('"name":"todo"'));
  expect(declared).toEqual([false, true]);
});

test("a battery that is off at the start comes with a reload, once the settings say so", async () => {
  await using setup = await withScriptedModel(() => ({ text: "answer" }));
  const { workspace, server } = setup;
  await workspace.configure("settings.json", { extensions: ["-builtin:todo", "-builtin:titles"] });
  await using tau = await openTau(workspace, { columns: 120, rows: 40 });
  await typeAndSee(tau, ["hello\r", "answer"]);
  await workspace.configure("settings.json", { extensions: ["-builtin:titles"] });
  await typeAndSee(tau, ["/reload\r", "Everything was reloaded."], ["again\r", /answer[\s\S]*answer/]);
  const declared = server.requests.map(({ body }) => JSON.stringify(body).includes('"name":"todo"'));
  expect(declared).toEqual([false, true]);
});
