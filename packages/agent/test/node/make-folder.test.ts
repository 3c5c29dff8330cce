import { statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../src/node.ts";
import { temporaryFolder } from "./temporary-folder.ts";

test("a folder is made with those above it, and is there already the next time", () => {
  const folder = temporaryFolder();
  makeFolder(join(folder, "a/b/c"), 0o700);
  makeFolder(join(folder, "a/b/c"), 0o700);
  expect(["a", "a/b", "a/b/c"].map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
  symlinkSync(join(folder, "a"), join(folder, "link"));
  makeFolder(join(folder, "link/d"));
  expect(statSync(join(folder, "a/d")).isDirectory()).toBe(true);
});

test("a file or a link to nowhere in the way is told by the system's own code", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  symlinkSync(join(folder, "nowhere"), join(folder, "link"));
  expect(() => makeFolder(join(folder, "file"))).toThrow("EEXIST");
  expect(() => makeFolder(join(folder, "file/a/b"))).toThrow("ENOTDIR");
  expect(() => makeFolder(join(folder, "link"))).toThrow("EEXIST");
});

test.runIf(process.platform === "linux")("where the system takes no folder it fails instead of trying forever", () => {
  expect(() => makeFolder("/proc/nothing/below")).toThrow(
    "the system takes no folder here, mkdir '/proc/nothing/below'",
  );
});
