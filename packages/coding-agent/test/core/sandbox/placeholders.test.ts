import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { placeholderRun } from "../../../src/core/sandbox/placeholders.ts";

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
  await run.ended();
  expect(readdirSync(workspace)).toEqual([]);
  expect(readdirSync(runs)).toEqual([]);
});

test("it stays while a process of the sandbox lives, and is not taken for something of the user's", async () => {
  const { runs, workspace, mounts } = folders();
  const first = await placeholderRun(runs, () => mounts);
  writeFileSync(first.infoFile, JSON.stringify({ "child-pid": process.pid }).replace(":", ": "));
  await first.ended();
  expect(readdirSync(workspace)).toHaveLength(2);
  const second = await placeholderRun(runs, () => [{ kind: "read-only", path: join(workspace, ".claude") }]);
  expect(second.mounts).toEqual([mounts[0]]);
  writeFileSync(first.infoFile, "{}");
  await second.ended();
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
  await next.ended();
});
