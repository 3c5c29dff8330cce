import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { leave, openTau } from "./open-tau.ts";

test.each([
  ["by itself where the window is full", { strategy: "handoff", thresholdTokens: 1 }, ["go\r"]],
  ["when asked", {}, ["go\r", "/handoff\r"]],
] as const)(
  "R94: the screen goes on in a session that begins with the document: %s",
  async (_name, compaction, inputs) => {
    const texts = ["It is done.", "The colour is blue."].values();
    await using setup = await withScriptedModel(({ tools }) =>
      // Requests without tools are for titles and the like.
      tools.length === 0 ? { text: "A title" } : { text: texts.next().value ?? "" },
    );
    const model = { defaultProvider: "scripted", defaultModel: "model" };
    await setup.workspace.configure("settings.json", { ...model, compaction });
    await using tau = await openTau(setup.workspace);
    for (const input of inputs) {
      tau.send(input);
      if (input !== inputs.at(-1)) await tau.waitForText("It is done.");
    }
    await tau.waitForText(/The colour is blue\.[\s\S]*New session started with handoff context/);
    expect(await leave(tau)).toBe(0);
    const logs = await sessions(setup.workspace);
    expect(
      logs
        .map((text) => [text.includes("It is done."), text.includes('"handoff"'), text.includes("parentSession")])
        .sort(),
    ).toEqual([
      [false, true, true],
      [true, false, false],
    ]);
    await using again = await openTau(setup.workspace, { args: ["-c"] });
    await again.waitForText("The colour is blue.");
    expect(await leave(again)).toBe(0);
  },
);

test("R95: a hand-off ends the background jobs of the session, and the new one has none", async () => {
  const command = "echo $$ > pid; exec sleep 600";
  const texts = ["It runs.", "The colour is blue."].values();
  await using setup = await withScriptedModel(({ tools, toolResults }) => {
    if (tools.length === 0) return { text: "A title" };
    if (toolResults === 0) return { toolCalls: [{ name: "bash", arguments: { command, async: true } }] };
    return { text: texts.next().value ?? "" };
  });
  const model = { defaultProvider: "scripted", defaultModel: "model" };
  await setup.workspace.configure("settings.json", { ...model, permissionMode: "yolo" });
  await using tau = await openTau(setup.workspace);
  tau.send("go\r");
  await tau.waitForText("It runs.");
  await expect.poll(() => setup.workspace.read("pid").catch(() => "")).toMatch(/^\d+\n$/);
  const pid = Number(await setup.workspace.read("pid"));
  const isRunning = () => existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  expect(isRunning()).toBe(true);
  tau.send("/handoff\r");
  await tau.waitForText(/The colour is blue\.[\s\S]*New session started with handoff context/);
  await expect.poll(isRunning).toBe(false);
  tau.send("/jobs\r");
  await tau.waitForText("Nothing runs in the background.");
  tau.send("\x1b");
  await expect.poll(() => tau.picture()).not.toContain("Nothing runs in the background.");
  expect(await leave(tau)).toBe(0);
});

/** A session is a draft until its first answer. */
async function sessions({ tauHome }: Workspace): Promise<string[]> {
  const folder = join(tauHome, "sessions");
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".jsonl"));
  return await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
}
