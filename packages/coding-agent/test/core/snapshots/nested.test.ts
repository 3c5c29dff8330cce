import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitIn, recordedFolder } from "./recorded-folder.ts";

test("K3: a nested repository whose data the run deleted: its files come back, and none is lost", async () => {
  const { write, cwd, files, session } = await recordedFolder();
  write("sub/a", "1");
  write("sub/kept", "1");
  gitIn(join(cwd, "sub"), "init", "-q");
  const before = files();
  const { run, undo, redo, snapshots } = session();
  await run("delete its data", () => {
    rmSync(join(cwd, "sub/.git"), { recursive: true });
    write("sub/a", "2");
  });
  const after = files();
  const diff = await snapshots.diff("turn");
  expect([diff.includes("a/sub/a"), diff.includes("kept")]).toEqual([true, false]);
  const done = await undo();
  expect([done.files, done.leftOut]).toEqual([["sub/a"], ["sub/.git"]]);
  expect(files()).toEqual(before);
  await redo();
  expect(files()).toEqual(after);
});

test("K3: a folder that the run made a repository: its files come back", async () => {
  const { write, cwd, files, session } = await recordedFolder();
  write("lib/deep/a", "1");
  write("lib/kept", "1");
  const before = files();
  const { run, undo, redo, snapshots } = session();
  await run("git init", () => {
    gitIn(join(cwd, "lib"), "init", "-q");
    write("lib/deep/a", "2");
  });
  const after = files();
  expect(await snapshots.diff("turn")).not.toContain("kept");
  const done = await undo();
  expect([done.conflicts, done.files]).toEqual([[], ["lib/deep/a"]]);
  expect(files()).toEqual(before);
  await redo();
  expect(files()).toEqual(after);
});

test("K3: a repository that the run deleted: its files come back, its own data is named; one that the run made stays", async () => {
  const { write, cwd, files, session } = await recordedFolder();
  write("sub/a", "1");
  gitIn(join(cwd, "sub"), "init", "-q");
  write("other", "1");
  const before = files();
  const { run, undo } = session();
  await run("change it", () => write("sub/a", "2"));
  await run("delete it", () => rmSync(join(cwd, "sub"), { recursive: true }));
  expect(await undo()).toMatchObject({ files: ["sub/a"], leftOut: ["sub/.git"] });
  expect(await undo()).toMatchObject({ files: ["sub/a"], conflicts: [] });
  expect(files()).toEqual(before);
  await run("clone", () => {
    mkdirSync(join(cwd, "new"));
    gitIn(join(cwd, "new"), "init", "-q");
    write("new/b", "1");
  });
  expect(await undo()).toMatchObject({ files: [], leftOut: ["new/"] });
  expect(files()["new/b"]).toBe("644 1");
});
