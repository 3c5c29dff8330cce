import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "@tau/testkit";
import { expect, onTestFinished, test } from "vitest";
import { placeholderRun, removePlaceholders } from "../../../src/core/sandbox/placeholders.ts";

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
