import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { moveFiles } from "../move-files.ts";

/** Mounts a small file system. Returns undefined where this user may not. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "tau-small-disk-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m,nr_inodes=64", "none", folder]);
  onTestFinished(() => {
    if (status === 0) spawnSync("umount", [folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return status === 0 ? folder : undefined;
}

/** Fills a disk so that a given number of files can still be created. */
function fill(disk: string, free: number): void {
  mkdirSync(join(disk, "filler"));
  for (let number = 0; statfsSync(disk).ffree > free; number++) writeFileSync(join(disk, "filler", String(number)), "");
}

test("the disk becomes full in the middle of a merge: what was moved is restored", ({ skip }) => {
  const disk = smallDisk();
  if (disk === undefined) return skip("No file system can be mounted here.");
  const [root, staged] = [join(disk, "root"), join(disk, "work", "staged")];
  for (const folder of [root, join(staged, "new", "deep"), join(disk, "work", "saved")])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, "a.txt"), "user\n");
  writeFileSync(join(staged, "a.txt"), "agent\n");
  writeFileSync(join(staged, "new", "deep", "b.txt"), "agent\n");
  // There is room for the second name of a.txt, but not for the new folders.
  fill(disk, 1);
  const move = { root, staged, written: [{ path: "a.txt", old: "1" }, { path: "new/deep/b.txt" }], removed: [] };
  expect(() => moveFiles(move)).toThrow("ENOSPC");
  expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("user\n");
  expect(readdirSync(root, { recursive: true })).not.toContain("new/deep");
  rmSync(join(disk, "filler"), { recursive: true });
  moveFiles(move);
  expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("agent\n");
  expect(readFileSync(join(root, "new/deep/b.txt"), "utf8")).toBe("agent\n");
});
