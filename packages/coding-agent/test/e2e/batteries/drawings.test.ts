import { runCli, startCliInPty } from "@tau/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addExtension } from "../interactive/add-extension.ts";
import { loadedBeforeFirstFrame } from "../loaded-files.ts";
import { withScriptedModel } from "../scripted-model.ts";
import { type BuiltProgram, buildWithBatteries } from "./build-with-batteries.ts";

const PAINTER = {
  "painter/manifest.ts": `export const manifest = {
    name: "painter",
    description: "Paints",
    tools: [{ name: "paint", loadout: "direct", label: "Paint", description: "Paints", parameters: { type: "object", properties: { what: { type: "string" } } } }],
    draws: { tools: ["paint"], messages: ["painted"], entries: ["sketch"] },
    load: () => import("./index.ts"),
  };`,
  "painter/index.ts": `
    const line = (text) => ({ render: () => [text], invalidate() {} });
    export default function (pi) {
      pi.registerTool({
        name: "paint", loadout: "direct", label: "Paint", description: "Paints", parameters: { type: "object", properties: { what: { type: "string" } } },
        renderCall: ({ what }) => line("<<call " + what + ">>"),
        renderResult: ({ details }) => line("<<result " + details.what + ">>"),
        async execute(_id, { what }) {
          pi.appendEntry("sketch", { what });
          pi.sendMessage({ customType: "painted", content: "plain text of the message", display: true, details: { what } });
          return { content: [{ type: "text", text: "plain text of the result" }], details: { what } };
        },
      });
      pi.registerMessageRenderer("painted", ({ details }) => line("<<message " + details.what + ">>"));
      pi.registerEntryRenderer("sketch", ({ data }) => line("<<entry " + data.what + ">>"));
    }`,
};

let program: BuiltProgram | undefined;

beforeAll(async () => {
  program = await buildWithBatteries(PAINTER);
});

afterAll(() => program?.[Symbol.dispose]());

function built(): BuiltProgram {
  if (!program) throw new Error("not built");
  return program;
}

const SCRIPT = [{ toolCalls: [{ name: "paint", arguments: { what: "cat" } }] }, { text: "done" }];
const DRAWN = [/<<call cat>>/, /<<result cat>>/, /<<message cat>>/, /<<entry cat>>/];

test("a resumed session shows calls, messages and entries of a battery as the battery draws them", async () => {
  await using setup = await withScriptedModel(SCRIPT);
  const { workspace } = setup;
  const { cli } = built();
  expect(await runCli({ workspace, cli, args: ["-p", "paint"] })).toMatchObject({ exitCode: 0, stderr: "" });
  await using tau = startCliInPty({ workspace, cli, args: ["-c"], columns: 90, rows: 40 });
  for (const drawn of DRAWN) await tau.waitForText(drawn);
  expect(tau.terminal.screen().join("\n")).not.toContain("plain text");
});

test("beside extensions of the user, whose host is there from the start, a battery is woken to draw too", async () => {
  await using setup = await withScriptedModel(SCRIPT);
  const { workspace } = setup;
  const { cli } = built();
  await addExtension(workspace, "export default (pi) => pi.registerCommand('probe', { handler() {} });");
  expect(await runCli({ workspace, cli, args: ["-p", "paint"] })).toMatchObject({ exitCode: 0, stderr: "" });
  await using tau = startCliInPty({ workspace, cli, args: ["-c"], columns: 90, rows: 40 });
  for (const drawn of DRAWN) await tau.waitForText(drawn);
});

test("the first frame does not wait for the code that draws", async () => {
  await using setup = await withScriptedModel(SCRIPT);
  const { workspace } = setup;
  const { cli } = built();
  expect(await runCli({ workspace, cli, args: ["-p", "paint"] })).toMatchObject({ exitCode: 0, stderr: "" });
  const loaded = await loadedBeforeFirstFrame(workspace, ["-c"], cli);
  expect(loaded).toContain("cli.js");
  expect(loaded.filter((name) => /painter|awake|manifests/.test(name))).toEqual([]);
});

test("the first call of a battery on the screen is drawn by its code as soon as that is there", async () => {
  await using setup = await withScriptedModel(SCRIPT);
  const { workspace } = setup;
  await using tau = startCliInPty({ workspace, cli: built().cli, columns: 90, rows: 40 });
  await tau.waitForText(/─{30}/);
  tau.send("paint\r");
  for (const drawn of DRAWN) await tau.waitForText(drawn);
});
