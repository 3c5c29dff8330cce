import { chmodSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, unlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SnapshotStore } from "../../../src/core/snapshots/store.ts";
import { recordedFolder } from "./recorded-folder.ts";

const LIMITS = { maxFileBytes: 1000, maxFiles: 10_000 };
const FILES = 600;

/** Above some hundred files the changed and the new ones are listed by two processes; the tree must be as if all were read anew. */
async function largeFolder(isRepository: boolean) {
  const folder = await recordedFolder();
  const longAgo = new Date(Date.now() - 3_600_000);
  for (let at = 0; at < FILES; at++) {
    folder.write(`part-${at % 10}/file-${at}.txt`, `text ${at}\n`);
    utimesSync(join(folder.cwd, `part-${at % 10}/file-${at}.txt`), longAgo, longAgo);
  }
  if (isRepository) {
    folder.git("init", "-q");
    folder.write(".gitignore", "ignored/\n");
    folder.git("add", "-A");
    folder.git("commit", "-q", "-m", "all");
  }
  const take = async (home: string) => {
    const store = await SnapshotStore.open(folder.cwd, join(folder.base, home), LIMITS);
    return await store.exclusive(() => store.take());
  };
  return { ...folder, take, path: (name: string) => join(folder.cwd, name) };
}

for (const kind of ["repository", "plain folder"] as const)
  test(`K3: in a large ${kind}, later snapshots find every kind of change`, async () => {
    const { write, path, take } = await largeFolder(kind === "repository");
    const first = await take("home");
    expect(await take("home")).toEqual(first);
    write("part-0/file-0.txt", "TEXT 0\n");
    unlinkSync(path("part-1/file-1.txt"));
    unlinkSync(path("part-2/file-2.txt"));
    mkdirSync(path("part-2/file-2.txt"));
    write("part-2/file-2.txt/inner", "in a folder");
    rmSync(path("part-3"), { recursive: true });
    write("part-3", "a file");
    chmodSync(path("part-4/file-4.txt"), 0o755);
    unlinkSync(path("part-5/file-5.txt"));
    symlinkSync("file-15.txt", path("part-5/file-5.txt"));
    renameSync(path("part-6"), path("away"));
    symlinkSync("away", path("part-6"));
    write("part-7/file-7.txt", "x".repeat(2000));
    write("new/file", "new");
    write("ignored/file", "ignored in the repository");
    const later = await take("home");
    expect(later).toEqual(await take("another"));
    expect(later.leftOut).toEqual(["part-7/file-7.txt"]);
    expect(later.trees).not.toEqual(first.trees);
  });

test("K3: a change of the same size in the same moment as the snapshot is found", async () => {
  const { write, path, take } = await largeFolder(true);
  for (let round = 0; round < 5; round++) {
    write("part-0/file-0.txt", `aaa ${round}\n`);
    const before = await take("home");
    const { atime, mtime } = statSync(path("part-0/file-0.txt"));
    write("part-0/file-0.txt", `bbb ${round}\n`);
    // The time is that of the recorded file, as on a disk with coarse times.
    utimesSync(path("part-0/file-0.txt"), atime, mtime);
    const after = await take("home");
    expect(after.trees).not.toEqual(before.trees);
    expect(after).toEqual(await take("another"));
  }
});

test("K3: a store goes on with the folder it knows, although a repository appears above it", async () => {
  const { base, write, take } = await largeFolder(false);
  const first = await take("home");
  const { gitIn } = await import("./recorded-folder.ts");
  gitIn(base, "init", "-q");
  expect(await take("home")).toEqual(first);
  write("new", "new");
  expect(Object.keys((await take("home")).trees)).toEqual([""]);
});
