import { chmod, link, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { localFiles } from "../../../src/core/files/index.ts";
import { tempFolder } from "../temp-folder.ts";

test("a new file is written and nothing else is left in the folder", async () => {
  const folder = await tempFolder();
  await localFiles.writeFile(join(folder, "a"), "content");
  expect(await readdir(folder)).toEqual(["a"]);
  expect(await readFile(join(folder, "a"), "utf8")).toBe("content");
});

test("the file is replaced, not written over: who has the old one open keeps it", async () => {
  const path = join(await tempFolder(), "a");
  await writeFile(path, "old");
  const before = await stat(path);
  await localFiles.writeFile(path, "new");
  expect((await stat(path)).ino).not.toBe(before.ino);
});

test("the mode is kept", async () => {
  const path = join(await tempFolder(), "script.sh");
  await writeFile(path, "old");
  await chmod(path, 0o750);
  await localFiles.writeFile(path, "new");
  expect((await stat(path)).mode & 0o7777).toBe(0o750);
});

test("a symbolic link stays one, and what it points to is changed, existing or not", async () => {
  const folder = await tempFolder();
  await mkdir(join(folder, "real"));
  await writeFile(join(folder, "real", "a"), "old");
  await symlink("real/a", join(folder, "one"));
  await symlink("one", join(folder, "two"));
  await symlink("real/new", join(folder, "dangling"));
  await localFiles.writeFile(join(folder, "two"), "new");
  await localFiles.writeFile(join(folder, "dangling"), "made");
  expect(await readlink(join(folder, "two"))).toBe("one");
  expect(await readFile(join(folder, "real", "a"), "utf8")).toBe("new");
  expect(await readFile(join(folder, "real", "new"), "utf8")).toBe("made");
});

test("a file with two names keeps both", async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, "a"), "old");
  await link(join(folder, "a"), join(folder, "b"));
  vi.stubEnv("TAU_HOME", join(folder, "home"));
  onTestFinished(() => void vi.unstubAllEnvs());
  await localFiles.writeFile(join(folder, "a"), "new");
  expect(await readFile(join(folder, "b"), "utf8")).toBe("new");
});

test("links in a circle are an error, and so is a folder", async () => {
  const folder = await tempFolder();
  await symlink("b", join(folder, "a"));
  await symlink("a", join(folder, "b"));
  await expect(localFiles.writeFile(join(folder, "a"), "x")).rejects.toMatchObject({ code: "ELOOP" });
  await mkdir(join(folder, "folder"));
  await expect(localFiles.writeFile(join(folder, "folder"), "x")).rejects.toMatchObject({ code: "EISDIR" });
  expect((await readdir(folder)).sort()).toEqual(["a", "b", "folder"]);
});
