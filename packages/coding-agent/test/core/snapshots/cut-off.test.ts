import { existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RunSnapshots } from "../../../src/core/session/run/run-snapshots.ts";
import { recordedFolder } from "./recorded-folder.ts";

const LINES = ["one", "two", "three", "four", "five", "six", "seven", ""].join("\n");

test("K3: after a kill in a run its recorded steps are undone; what came later is named and stays, as do the user's lines", async () => {
  const { write, read, session } = await recordedFolder();
  write("a", LINES);
  const { log, snapshots, reopened } = session();
  log.appendMessage({ role: "user", content: "go", timestamp: 0 });
  await snapshots.beforeChange([]);
  write("a", LINES.replace("two", "TWO"));
  await snapshots.afterChange();
  await snapshots.beforeChange([]);
  write("half", "of a command that was killed");
  // The program is killed here. The user goes on.
  write("a", read("a").replace("six", "SIX"));
  write("own", "of the user");
  const after = reopened();
  const done = await after.undo();
  expect([done.files, done.unknown?.toSorted()]).toEqual([["a"], ["half", "own"]]);
  expect(read("a")).toBe(LINES.replace("six", "SIX"));
  expect([read("half"), read("own")]).toEqual(["of a command that was killed", "of the user"]);
  await after.redo();
  expect(read("a")).toBe(LINES.replace("two", "TWO").replace("six", "SIX"));
});

test("K3: a run that was killed in its first call changes nothing when it is undone", async () => {
  const { write, read, session } = await recordedFolder();
  write("a", "0");
  const { log, snapshots, reopened } = session();
  log.appendMessage({ role: "user", content: "go", timestamp: 0 });
  await snapshots.beforeChange([]);
  write("a", "1");
  const done = await reopened().undo();
  expect(done).toMatchObject({ isDone: true, files: [], unknown: ["a"] });
  expect(read("a")).toBe("1");
});

test("K3: what the user changes between two calls of a run stays, and /diff does not show it", async () => {
  const { write, read, files, session } = await recordedFolder();
  write("own", "0\n");
  const { log, snapshots, undo, redo } = session();
  log.appendMessage({ role: "user", content: "go", timestamp: 0 });
  for (const name of ["first", "second"]) {
    await snapshots.beforeChange([]);
    write(name, "by the run\n");
    await snapshots.afterChange();
    write("own", `before ${name} was undone\n`);
  }
  await snapshots.beforeChange([]);
  await snapshots.afterChange();
  await snapshots.afterRun();
  const changed = files();
  const diff = await snapshots.diff("turn");
  expect([diff.includes("b/first"), diff.includes("b/second"), diff.includes("own")]).toEqual([true, true, false]);
  expect(await undo()).toMatchObject({
    files: expect.toSatisfy((paths) => paths.toSorted().join() === "first,second"),
  });
  expect(read("own")).toBe("before second was undone\n");
  await redo();
  expect(files()).toEqual(changed);
});

test("K3: an ignored file that a call writes while another call is at work comes back as it was", async () => {
  const { write, git, read, cwd, session } = await recordedFolder();
  git("init", "-q");
  write(".gitignore", ".env\n");
  write(".env", "KEY=1\n");
  const { log, snapshots, undo } = session();
  log.appendMessage({ role: "user", content: "go", timestamp: 0 });
  await snapshots.beforeChange([]);
  write("made", "by the first call");
  await snapshots.beforeChange([join(cwd, ".env")]);
  write(".env", "KEY=2\n");
  await snapshots.afterChange();
  write("also", "by the first call");
  await snapshots.afterChange();
  await snapshots.afterRun();
  expect((await undo()).files.toSorted()).toEqual([".env", "also", "made"]);
  expect(read(".env")).toBe("KEY=1\n");
});

test("K3: a lock that a killed git left, and an index that a crash broke, do not end the recording", async () => {
  const { write, read, agentDir, session } = await recordedFolder();
  write("a", "0");
  const { run, undo } = session();
  await run("first", () => write("a", "1"));
  const [store = ""] = readdirSync(join(agentDir, "snapshots"));
  const lock = join(agentDir, "snapshots", store, "index.lock");
  writeFileSync(lock, "");
  utimesSync(lock, 1, 1);
  await run("second", () => write("a", "2"));
  expect(existsSync(lock)).toBe(false);
  writeFileSync(join(agentDir, "snapshots", store, "index"), "DIRC torn");
  await run("third", () => write("a", "3"));
  await undo();
  await undo();
  expect(read("a")).toBe("1");
});

test("K3: why nothing is recorded is said once in a session, and told by undo", async () => {
  const { write, cwd, agentDir, session } = await recordedFolder();
  for (let at = 0; at < 12; at++) write(`file-${at}`, "x");
  const { log, undo } = session();
  const said: string[] = [];
  for (let start = 0; start < 2; start++) {
    const limits = () => ({ maxFileBytes: 1000, maxFiles: 10 });
    const snapshots = new RunSnapshots({ log, agentDir, limits }, (message) => said.push(message));
    await snapshots.beforeCall("1", { tool: "write", effect: "write", paths: [join(cwd, "file-0")] });
    await snapshots.beforeCall("2", { tool: "write", effect: "write", paths: [join(cwd, "file-1")] });
    await snapshots.afterRun();
  }
  expect(said).toEqual([expect.stringContaining("12 files")]);
  await expect(undo()).rejects.toThrow(/nothing to undo.*12 files/);
});

test("K3: calls of one run share snapshots, and one that only reads takes none", async () => {
  const { write, agentDir, session } = await recordedFolder();
  write("a", "0");
  const { log, undo } = session();
  const said: string[] = [];
  const limits = () => ({ maxFileBytes: 1000, maxFiles: 10 });
  const snapshots = new RunSnapshots({ log, agentDir, limits }, (message) => said.push(message));
  expect(snapshots.beforeCall("0", { tool: "read", effect: "read" })).toBeUndefined();
  snapshots.afterCall("0");
  expect(existsSync(join(agentDir, "snapshots"))).toBe(false);
  for (const id of ["1", "2", "3"]) await snapshots.beforeCall(id, { tool: "bash", effect: "execute" });
  for (const id of ["1", "2", "3"]) {
    write(id, "made");
    snapshots.afterCall(id);
  }
  await snapshots.afterRun();
  const kinds = log.getBranch().map((entry) => (entry.type === "custom" ? (entry.data as { when: string }).when : ""));
  expect(kinds).toEqual(["before", "after", "after"]);
  expect((await undo()).files.toSorted()).toEqual(["1", "2", "3"]);
  expect(said).toEqual([]);
});
