import { readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { cloneLog } from "@tau/agent/node";
import { expect, test } from "vitest";
import { collectSnapshots } from "../../../src/core/snapshots/collect.ts";
import { SnapshotStore } from "../../../src/core/snapshots/store.ts";
import { gitIn, recordedFolder } from "./recorded-folder.ts";

const LINES = "one\ntwo\nthree\n";
const LIMITS = { maxFileBytes: 1_000_000, maxFiles: 10_000 };

test("K3: after the repository was deleted or made anew, later runs can be undone; the one that did it names what is lost", async () => {
  const { write, read, git, cwd, session } = await recordedFolder();
  write("a", LINES);
  write("b", "1");
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  const { run, undo } = session();
  await run("start again", () => {
    rmSync(join(cwd, ".git"), { recursive: true });
    git("init", "-q");
    write("a", "2");
    write("made", "1");
  });
  await run("later", () => write("b", "2"));
  expect((await undo()).files).toEqual(["b"]);
  expect(read("b")).toBe("1");
  const reason = "the recorded content was in a repository that was deleted or cleaned up";
  expect(await undo()).toMatchObject({ isDone: false, files: [], conflicts: [{ path: "a", reason }] });
  write("a", "2, and more of the user");
  expect((await undo()).conflicts).toEqual([{ path: "a", reason }]);
  expect((await undo({ skipConflicts: true })).files).toEqual(["made"]);
});

test("K3: the times of the user's objects stay, also of those that a snapshot would write again", async () => {
  const { write, git, cwd, session } = await recordedFolder();
  write("a", "1");
  write("folder/b", "1");
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  write("a", "2");
  git("add", "-A");
  git("commit", "-q", "-m", "second");
  const objects = join(cwd, ".git/objects");
  age(objects);
  const { run, undo } = session();
  await run("as in the first commit", () => write("a", "1"));
  await run("as in the second commit", () => write("a", "2"));
  await undo();
  const files = readdirSync(objects, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(6);
  expect(files.filter((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs !== 1_000_000)).toEqual([]);
});

test("K3: the paths of a folder stay the same when a repository above it comes or goes and the index is made anew", async () => {
  const { base, write, agentDir, files, session } = await recordedFolder();
  write("a", "1");
  const before = files();
  const { run, undo } = session();
  await run("change", () => write("a", "2"));
  gitIn(base, "init", "-q");
  const [store = ""] = readdirSync(join(agentDir, "snapshots"));
  rmSync(join(agentDir, "snapshots", store, "index"));
  await run("change again", () => write("b", "2"));
  await undo();
  await undo();
  expect(files()).toEqual(before);
});

test("K3: what a fork can undo stays when the session it was forked from is deleted", async () => {
  const { write, read, cwd, agentDir, session } = await recordedFolder();
  write("a", "1");
  const { run, log } = session();
  await run("change", () => write("a", "2"));
  const file = log.getSessionFile() ?? "";
  const fork = cloneLog(file, cwd, undefined, { home: agentDir });
  rmSync(file);
  age(agentDir);
  const forkId = fork.getSessionId();
  const kept = { isThere: (id: string) => id === forkId, forks: [fork.getSessionFile() ?? ""] };
  expect(await collectSnapshots(agentDir, kept)).toBe(0);
  const forked = session({}, cwd, fork);
  expect((await forked.undo()).files).toEqual(["a"]);
  expect(read("a")).toBe("1");
});

test("K3: after the files of one session were deleted, another one records nested repositories as before", async () => {
  const { write, read, cwd, agentDir, session } = await recordedFolder();
  write("sub/a", "1");
  gitIn(join(cwd, "sub"), "init", "-q");
  const [one, two] = [session(), session()];
  await one.run("keep", () => write("x", "1"));
  await two.run("change", () => write("sub/a", "2"));
  rmSync(two.log.getSessionFile() ?? "");
  age(agentDir);
  const id = one.log.getSessionId();
  expect(await collectSnapshots(agentDir, { isThere: (each) => each === id })).toBe(1);
  await one.run("change", () => write("sub/a", "3"));
  expect((await one.undo()).files).toEqual(["sub/a"]);
  expect(read("sub/a")).toBe("2");
  const store = await SnapshotStore.open(cwd, agentDir, LIMITS);
  expect((await store.git(["fsck", "--connectivity-only"])).toString()).toBe("");
});

/** Makes all objects old enough to be deleted. */
function age(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), 1000, 1000);
}
