import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planRestore } from "../../../src/core/snapshots/plan-restore.ts";
import { restore } from "../../../src/core/snapshots/restore.ts";
import { recordedRuns } from "../../../src/core/snapshots/run-history.ts";
import { SnapshotStore } from "../../../src/core/snapshots/store.ts";
import { canMount, mountDisk, unmount } from "../../support/mounted-disk.ts";
import { recordedFolder } from "./recorded-folder.ts";

test.runIf(canMount())("K3: on a full disk an undo changes no file, says so, and leaves nothing behind", async () => {
  const { write, files, cwd, session } = await recordedFolder();
  mountDisk(cwd, 2048);
  try {
    for (const name of ["a", "b", "c"]) write(name, name.repeat(300_000));
    const full = files();
    const { run, undo } = session();
    await run("empty them", () => {
      for (const name of ["a", "b", "c"]) write(name, "small");
      write("made", "by the run");
    });
    const { bavail, bsize } = statfsSync(cwd);
    writeFileSync(join(cwd, "filler"), Buffer.alloc(bavail * bsize - 500_000));
    const before = files();
    await expect(undo()).rejects.toThrow(/could not be restored: ENOSPC.*No file was changed/);
    expect(files()).toEqual(before);
    rmSync(join(cwd, "filler"));
    expect((await undo()).files.toSorted()).toEqual(["a", "b", "c", "made"]);
    expect(files()).toEqual(full);
  } finally {
    unmount(cwd);
  }
});

test("K3: what appears in the place of a file during an undo stays; the rest can be undone again", async () => {
  const { write, files, cwd, agentDir, session } = await recordedFolder();
  const { run, log, undo } = session();
  write("b", "old");
  mkdirSync(join(cwd, "b-folder"));
  write("b-folder/inner", "old");
  await run("change", () => {
    write("a", "made");
    rmSync(join(cwd, "b"));
    write("b/empty/inner", "made");
  });
  const [recorded] = recordedRuns(log.getBranch());
  const [step] = recorded?.steps ?? [];
  if (!step) throw new Error("Nothing was recorded.");
  const store = await SnapshotStore.open(cwd, agentDir, { maxFileBytes: 1_000_000, maxFiles: 10_000 });
  await store.exclusive(async () => {
    const { changes } = await planRestore(store, [{ from: step.to, to: step.from }]);
    const onFile = (path: string) => path === "b/empty/inner" && write("b/empty/own", "of the user");
    await expect(restore(store, changes, { onFile: (path) => void onFile(path) })).rejects.toThrow("2 of 3 files");
  });
  expect(files()["b/empty/own"]).toBe("644 of the user");
  expect(readdirSync(cwd).toSorted()).toEqual(["b", "b-folder"]);
  expect((await undo()).conflicts).toEqual([{ path: "b", reason: "a folder with other files has this name now" }]);
});
