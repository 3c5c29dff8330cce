import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { digest, storesFolder } from "../../../src/core/snapshots/store.ts";
import { recordedFolder } from "./recorded-folder.ts";

test("K3: after a run in which tools only wrote files, what changed since the last call is not the run's", async () => {
  const { write, read, session, cwd } = await recordedFolder();
  write("a", "old");
  const { snapshots, log, undo } = session();
  log.appendMessage({ role: "user", content: "write", timestamp: 0 });
  await snapshots.beforeChange([join(cwd, "a")], { isExact: true });
  write("a", "new");
  await snapshots.afterChange();
  write("b", "by the user, while the model answered");
  await snapshots.afterRun();
  expect((await undo()).files).toEqual(["a"]);
  expect([read("a"), read("b")]).toEqual(["old", "by the user, while the model answered"]);
});

test("K3: what a program that a command left running changes until the end of the run is the run's", async () => {
  const { write, read, session, cwd, agentDir } = await recordedFolder();
  write("a", "old");
  const { snapshots, log, undo } = session();
  log.appendMessage({ role: "user", content: "run", timestamp: 0 });
  await snapshots.beforeChange([]);
  await snapshots.afterChange();
  await snapshots.beforeChange([join(cwd, "b")], { isExact: true });
  write("b", "new");
  await snapshots.afterChange();
  write("a", "by the program that still runs");
  await snapshots.afterRun();
  expect((await undo()).files.toSorted()).toEqual(["a", "b"]);
  expect(read("a")).toBe("old");
  expect(statSync(join(storesFolder(agentDir), digest(cwd), "facts.json")).isFile()).toBe(true);
});

test("K3: a call that was cut off, after which nothing was recorded, is recorded at the end of the run", async () => {
  const { write, read, session, cwd } = await recordedFolder();
  write("a", "old");
  const { snapshots, log, undo } = session();
  log.appendMessage({ role: "user", content: "write", timestamp: 0 });
  await snapshots.beforeChange([join(cwd, "a")], { isExact: true });
  write("a", "new");
  await snapshots.afterRun();
  expect((await undo()).files).toEqual(["a"]);
  expect(read("a")).toBe("old");
});
