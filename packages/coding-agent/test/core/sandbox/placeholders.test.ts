import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "@tau/testkit";
import { expect, onTestFinished, test } from "vitest";
import { placeholderRun, removePlaceholders } from "../../../src/core/sandbox/placeholders.ts";
import { SpareFolders } from "../../../src/core/sandbox/spare-folders.ts";

function folders() {
  const root = mkdtempSync(join(tmpdir(), "tau-placeholders-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [runs, workspace] = [join(root, "runs"), join(root, "ws")];
  mkdirSync(workspace);
  const mounts = [
    { kind: "absent-folder", path: join(workspace, ".claude") },
    { kind: "absent-file", path: join(workspace, "commondir"), text: ".\n" },
  ] as const;
  return { runs, workspace, mounts };
}

test("what covers missing paths goes when the command has ended", async () => {
  const { runs, workspace, mounts } = folders();
  const run = await placeholderRun(runs, () => mounts);
  expect(readdirSync(workspace).sort()).toEqual([".claude", "commondir"]);
  run.ended();
  const describe = () => "What covered the paths was not removed.";
  await waitUntil(() => readdirSync(runs).length === 0 || undefined, { describe });
  expect(readdirSync(workspace)).toEqual([]);
});

test("it stays while a process of the sandbox lives, and is not taken for something of the user's", async () => {
  const { runs, workspace, mounts } = folders();
  const first = await placeholderRun(runs, () => mounts);
  writeFileSync(first.infoFile, JSON.stringify({ "child-pid": process.pid }).replace(":", ": "));
  first.ended();
  await removePlaceholders(runs);
  expect(readdirSync(workspace)).toHaveLength(2);
  const second = await placeholderRun(runs, () => [{ kind: "read-only", path: join(workspace, ".claude") }]);
  expect(second.mounts).toEqual([mounts[0]]);
  writeFileSync(first.infoFile, "{}");
  second.ended();
  await removePlaceholders(runs);
  expect(readdirSync(workspace)).toEqual([]);
});

test("a Tau that was killed leaves it to the next command; what the user put there meanwhile stays", async () => {
  const { runs, workspace, mounts } = folders();
  const killed = await placeholderRun(runs, () => mounts);
  writeFileSync(killed.infoFile, "{}");
  writeFileSync(join(workspace, ".claude", "settings.json"), "{}");
  const next = await placeholderRun(runs, () => []);
  expect(existsSync(join(workspace, ".claude/settings.json"))).toBe(true);
  expect(existsSync(join(workspace, "commondir"))).toBe(false);
  next.ended();
});

test("a command that follows at once finds in place what the last one left, and what the user made meanwhile is the user's", async () => {
  const { runs, workspace, mounts } = folders();
  const first = await placeholderRun(runs, () => mounts);
  first.ended();
  writeFileSync(join(workspace, ".claude", "settings.json"), "{}");
  const present = [
    { kind: "read-only", path: join(workspace, ".claude") },
    { kind: "read-only", path: join(workspace, "commondir") },
  ] as const;
  const second = await placeholderRun(runs, () => present);
  expect(second.mounts).toEqual([present[0], mounts[1]]);
  second.ended();
  await removePlaceholders(runs);
  expect(readdirSync(workspace)).toEqual([".claude"]);
});

test("a placeholder goes back to its own path alone, and what was put into it at the last moment is not taken away", () => {
  const { runs, workspace } = folders();
  const spare = new SpareFolders(join(runs, "../spare"));
  const [one, other] = [join(workspace, ".claude"), join(workspace, ".vscode")];
  mkdirSync(one);
  const { ino } = statSync(one);
  expect(spare.takeFrom(one)).toBe(true);
  expect(readdirSync(workspace)).toEqual([]);
  expect(spare.putAt(other)).toBe(false);
  expect(spare.putAt(one)).toBe(true);
  expect(statSync(one).ino).toBe(ino);
  writeFileSync(join(one, "settings.json"), "{}");
  expect(spare.takeFrom(one)).toBe(false);
  expect(readdirSync(one)).toEqual(["settings.json"]);
});

test("spare folders are few; one that has content is never removed", async () => {
  const { runs, workspace } = folders();
  const spare = new SpareFolders(join(runs, "../spare"));
  for (const name of ["a", "b", "c"]) {
    mkdirSync(join(workspace, name));
    spare.takeFrom(join(workspace, name));
  }
  const [kept = ""] = readdirSync(join(runs, "../spare"));
  writeFileSync(join(runs, "../spare", kept, "written by a program that had it open"), "");
  await spare.prune(3);
  expect(readdirSync(join(runs, "../spare"))).toHaveLength(3);
  await spare.prune(2);
  expect(readdirSync(join(runs, "../spare"))).toEqual([kept]);
});

test("commands that follow each other share a record; commands at the same time do not", async () => {
  const { runs, mounts } = folders();
  const first = await placeholderRun(runs, () => mounts);
  const beside = await placeholderRun(runs, () => mounts);
  expect(beside.infoFile).not.toBe(first.infoFile);
  writeFileSync(first.infoFile, '{ "child-pid": 2147483647 }');
  first.ended();
  const next = await placeholderRun(runs, () => mounts);
  expect(next.infoFile).toBe(first.infoFile);
  expect(readFileSync(next.infoFile, "utf8").trim()).toBe("");
  // A second end of the first command is not the end of the next one.
  first.ended();
  await removePlaceholders(runs);
  expect(existsSync(next.infoFile)).toBe(true);
  beside.ended();
  next.ended();
});

test("many folders of placeholders need one exit listener", async () => {
  const first = folders();
  (await placeholderRun(first.runs, () => first.mounts)).ended();
  const before = process.listenerCount("exit");
  for (let count = 0; count < 12; count++) {
    const { runs, mounts } = folders();
    (await placeholderRun(runs, () => mounts)).ended();
    await removePlaceholders(runs);
  }
  expect(process.listenerCount("exit")).toBe(before);
});
