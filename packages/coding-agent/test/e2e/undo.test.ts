import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli, waitUntil } from "@tau/testkit";
import { expect, test } from "vitest";
import { leave, openTau, typeAndSee } from "./interactive/open-tau.ts";
import { withScriptedModel } from "./scripted-model.ts";

const MADE = { name: "write", arguments: { path: "made.txt", content: "by the model\n" } };

test("K3: tau undo takes back what the last run wrote, and --redo writes it again", async () => {
  await using setup = await withScriptedModel([{ toolCalls: [MADE] }, { text: "Done." }]);
  const { workspace } = setup;
  const made = join(workspace.cwd, "made.txt");
  expect((await runCli({ workspace, args: ["-p", "make it"] })).stdout).toBe("Done.\n");
  expect(existsSync(made)).toBe(true);
  expect(await runCli({ workspace, args: ["undo"] })).toMatchObject({ exitCode: 0, stdout: "made.txt\n" });
  expect(existsSync(made)).toBe(false);
  expect(await runCli({ workspace, args: ["undo", "--redo"] })).toMatchObject({ exitCode: 0, stdout: "made.txt\n" });
  expect(await readFile(made, "utf8")).toBe("by the model\n");
  await workspace.write("made.txt", "by the user\n");
  const refused = await runCli({ workspace, args: ["undo", "--files"] });
  expect([refused.exitCode, await readFile(made, "utf8")]).toEqual([1, "by the user\n"]);
  expect(refused.stderr).toContain("made.txt stays as it is");
});

test("K3: after kill -9 in a command, tau undo takes back what was recorded, and names what it leaves", async () => {
  const killing = { name: "bash", arguments: { command: "echo half > half.txt; kill -9 $PPID; sleep 60" } };
  await using setup = await withScriptedModel([{ toolCalls: [MADE] }, { toolCalls: [killing] }]);
  const { workspace } = setup;
  const killed = await runCli({ workspace, args: ["-p", "--permission-mode", "yolo", "make it"] });
  expect(killed.exitCode).not.toBe(0);
  await workspace.write("own.txt", "by the user\n");
  const undone = await runCli({ workspace, args: ["undo"] });
  expect(undone).toMatchObject({ exitCode: 0, stdout: "made.txt\n" });
  expect(undone.stderr).toMatch(/half\.txt stays as it is[\s\S]*own\.txt stays as it is/);
  expect(["made.txt", "half.txt", "own.txt"].map((name) => existsSync(join(workspace.cwd, name)))).toEqual([
    ...[false, true, true],
  ]);
});

test("K3: a run that only reads records nothing", async () => {
  const look = { name: "read", arguments: { path: "there.txt" } };
  await using setup = await withScriptedModel([{ toolCalls: [look] }, { text: "Done." }]);
  await setup.workspace.write("there.txt", "1");
  await runCli({ workspace: setup.workspace, args: ["-p", "look"] });
  expect(existsSync(join(setup.workspace.tauHome, "snapshots"))).toBe(false);
});

test("K3: on the screen, /diff shows the change, /undo takes it back with the prompt, /redo brings both", async () => {
  await using setup = await withScriptedModel([{ toolCalls: [MADE] }, { text: "Done." }]);
  const { workspace } = setup;
  const made = join(workspace.cwd, "made.txt");
  await using tau = await openTau(workspace, { args: ["--permission-mode", "yolo"] });
  await typeAndSee(tau, ["make it\r", "Done."], ["/diff\r", "+by the model"]);
  await typeAndSee(tau, ["/undo\r", /Undone; \/redo does it again\. 1 file changed: made\.txt[\s\S]*─\n ?make it/]);
  expect(existsSync(made)).toBe(false);
  tau.press("ctrl+c");
  await typeAndSee(tau, ["/redo\r", "Done again. 1 file changed: made.txt"]);
  expect(existsSync(made)).toBe(true);
  const elsewhere = await runCli({ workspace, args: ["undo"] });
  expect(elsewhere.stderr).toMatch(/^tau: Process \d+ is writing session \S+\.jsonl\. Use \/undo there\.\n$/);
  expect(await leave(tau)).toBe(0);
});

test("K3: why nothing is recorded is told by tau undo, also where the prompt can be taken back", async () => {
  await using setup = await withScriptedModel([{ toolCalls: [MADE] }, { text: "Done." }]);
  const { workspace } = setup;
  await workspace.configure("settings.json", {
    ...{ defaultProvider: "scripted", defaultModel: "model", snapshots: { maxFiles: 1 } },
  });
  for (const name of ["a", "b"]) await workspace.write(name, "1");
  await runCli({ workspace, args: ["-p", "make it"] });
  await using tau = await openTau(workspace, { args: ["-c"] });
  await typeAndSee(tau, ["/diff\r", "files would have to be recorded"]);
  expect(await leave(tau)).toBe(0);
  const undone = await runCli({ workspace, args: ["undo"] });
  expect(undone).toMatchObject({ exitCode: 0, stdout: "" });
  expect(undone.stderr).toMatch(/^No file had to change\.\nChanges of files cannot be undone here: \d files would/);
});

test("K3: names with line breaks and escape sequences take one line", async () => {
  const odd = "odd\nname\x1b[31m";
  const make = { name: "write", arguments: { path: odd, content: "1" } };
  await using setup = await withScriptedModel([{ toolCalls: [make] }, { text: "Done." }]);
  const { workspace } = setup;
  await runCli({ workspace, args: ["-p", "make it"] });
  await workspace.write(odd, "of the user");
  expect((await runCli({ workspace, args: ["undo"] })).stderr).toMatch(
    /^odd name stays as it is: it was changed since/,
  );
  await workspace.write(odd, "1");
  await using tau = await openTau(workspace, { args: ["--permission-mode", "yolo", "-c"] });
  await typeAndSee(tau, ["/undo\r", "1 file changed: odd name"]);
  expect(await workspace.list()).toEqual([]);
  tau.press("ctrl+c");
  expect(await leave(tau)).toBe(0);
});

test("K3: /tree and /fork move the files, the conversation, or both", async () => {
  const write = (content: string) => ({ toolCalls: [{ name: "write", arguments: { path: "a.txt", content } }] });
  await using setup = await withScriptedModel([write("1"), { text: "Is 1." }, write("2"), { text: "Is 2." }]);
  const { workspace } = setup;
  const content = () => readFile(join(workspace.cwd, "a.txt"), "utf8");
  await using tau = await openTau(workspace, { args: ["--permission-mode", "yolo"], columns: 100, rows: 30 });
  await typeAndSee(tau, ["to one\r", "Is 1."], ["to two\r", "Is 2."]);
  const up = "\x1b[A";
  const down = "\x1b[B";
  // The files alone go to the first answer and come back; the conversation stays.
  await typeAndSee(tau, ["/tree\r", "Session tree"], [`${up.repeat(3)}\r`, "What goes there?"]);
  await typeAndSee(tau, [`${down}${down}\r`, "The files are as they were there. 1 file changed: a.txt"]);
  expect([await content(), tau.terminal.screen().join("\n").includes("Is 2.")]).toEqual(["1", true]);
  await typeAndSee(tau, ["/redo\r", "Done again. 1 file changed: a.txt"]);
  expect(await content()).toBe("2");
  // Both go there.
  await typeAndSee(tau, ["/tree\r", "Session tree"], [`${up.repeat(3)}\r`, "What goes there?"]);
  await typeAndSee(tau, [`${down}\r`, "Leave a summary"], ["\r", /^(?![\s\S]*Is 2\.)[\s\S]*Is 1\./]);
  expect(await content()).toBe("1");
  // A new session begins before the first prompt, with the files of that time.
  await typeAndSee(tau, ["/fork\r", "Fork before which prompt?"], ["\r", "What goes there?"]);
  await typeAndSee(tau, [`${down}\r`, /─\n ?to one/]);
  expect(existsSync(join(workspace.cwd, "a.txt"))).toBe(false);
  tau.press("ctrl+c");
  expect(await leave(tau)).toBe(0);
});

test("K3: while a run is in progress, /tree does not move files", async () => {
  const go = (command: string) => ({ toolCalls: [{ name: "bash", arguments: { command } }] });
  await using setup = await withScriptedModel([
    go("echo 1 > a.txt"),
    { text: "Made." },
    go("echo 2 > a.txt; sleep 60"),
  ]);
  const { workspace } = setup;
  await using tau = await openTau(workspace, { args: ["--permission-mode", "yolo"], columns: 100, rows: 30 });
  await typeAndSee(tau, ["make\r", "Made."], ["again\r", "sleep 60"]);
  const isWritten = async () => ((await workspace.read("a.txt")) === "2\n" ? true : undefined);
  await waitUntil(isWritten, { describe: () => "the command did not write" });
  await typeAndSee(tau, ["/tree\r", "Session tree"], [`${"\x1b[A".repeat(4)}\r`, "What goes there?"]);
  await typeAndSee(tau, ["\x1b[B\x1b[B\r", "A run is in progress. Stop it first"]);
  expect(await workspace.read("a.txt")).toBe("2\n");
});
