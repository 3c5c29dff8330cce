import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { textOf } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { openTau } from "./open-tau.ts";

const KEY = `sk-ant-api03-${"a1B2c3D4".repeat(10)}`;

test("R293: each entry of the debug menu does what it says", async () => {
  await using setup = await withScriptedModel(() => ({ text: "An answer." }));
  const { workspace } = setup;
  const logs = join(workspace.tauHome, "logs");
  const written = async (ending: string) =>
    (await readdir(logs).catch(() => [])).filter((name) => name.endsWith(ending)).map((name) => join(logs, name));
  await workspace.configure("logs/2026-01-01_1.log", "");
  await writeFile(join(logs, "2026-01-01_1.log"), "first line\nlast line of the log\n");
  await workspace.configure("cache/old.json", {});
  await using tau = await openTau(workspace, { rows: 40, columns: 100, env: { TAU_KEY: KEY } });
  const closed = async (title: string) => {
    tau.press("escape");
    await tau.waitForText((screen) => !screen.includes(title));
  };

  tau.send("/debug raw-sse\r");
  await tau.waitForText("No event has arrived yet.");
  await closed("Events of the provider");
  tau.send("a prompt\r");
  await tau.waitForText("An answer.");
  tau.send("/debug raw-sse\r");
  await tau.waitForText(/Events of the provider[\s\S]*chat\.completion\.chunk/);
  tau.press("a");
  await expect.poll(() => tau.output()).toContain("\x1b]52;c;");
  await closed("Events of the provider");

  tau.send("/debug logs\r");
  await tau.waitForText(/Logs: 2 lines, the newest first[\s\S]*last line of the log[\s\S]*first line/);
  await closed("Logs: 2 lines");

  tau.send("/debug system\r");
  await tau.waitForText(/Node +v\d+[\s\S]*Machine +\d+ cores/);
  expect(tau.picture()).not.toContain(KEY);
  tau.send("/debug memory\r");
  await tau.waitForText(/Resident +\d+\.\d MB/);
  tau.send("/debug artifacts\r");
  await tau.waitForText(/Nothing is kept in/);
  tau.send("/debug transcript\r");
  await tau.waitForText(/Written to [\s\S]*review it before you share it/);

  tau.send("/debug performance\r");
  await tau.waitForText("Recording. Enter or Escape stops.");
  tau.press("enter");
  await tau.waitForText(/tau-report-[\s\S]*review it/);
  const [bundle = ""] = await written(".tar.gz");
  const packed = gunzipSync(await readFile(bundle)).toString("latin1");
  for (const part of ["system.txt", "log.txt", "session/", "tau.cpuprofile", "flame-graph.svg", "last line of the log"])
    expect(packed).toContain(part);
  expect(packed).not.toContain(KEY);

  tau.send("/debug heap\r");
  await tau.waitForText("A heap snapshot holds everything in memory");
  await closed("A heap snapshot");
  expect(await written(".heapsnapshot")).toEqual([]);

  const cached = join(workspace.tauHome, "cache/old.json");
  tau.send("/debug clear-cache\r");
  await tau.waitForText("Remove caches? Conversations stay.");
  await closed("Remove caches?");
  expect(existsSync(cached)).toBe(true);
  tau.send("/debug clear-cache\r");
  await tau.waitForText("Remove caches? Conversations stay.");
  tau.press("down", "enter");
  await tau.waitForText("Removed what was in");
  expect(existsSync(cached)).toBe(false);
});

test("R293: the list of events follows the provider also once it is full", async () => {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let turn = 0;
  await using setup = await withScriptedModel(async () => {
    if (++turn === 1) return { text: [...textOf(1100), "the-end."] };
    asked.resolve();
    await answered.promise;
    return { text: textOf(50) };
  });
  await using tau = await openTau(setup.workspace, { rows: 30, columns: 100 });
  tau.send("/debug raw-sse\r");
  await tau.waitForText("No event has arrived yet.");
  tau.press("escape");
  await tau.waitForText((screen) => !screen.includes("Events of the provider"));
  tau.send("fill it\r");
  await tau.waitForText("the-end.");
  tau.send("once more\r");
  await asked.promise;
  tau.send("/debug raw-sse\r");
  await tau.waitForText(/Events of the provider[\s\S]*chatcmpl-0/);
  answered.resolve();
  await tau.waitForText(/→ \d+ [\d:.]+ \[DONE\][\s\S]*chatcmpl-1/);
});
