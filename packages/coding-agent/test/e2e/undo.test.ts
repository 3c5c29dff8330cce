import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli } from "@tau/testkit";
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
