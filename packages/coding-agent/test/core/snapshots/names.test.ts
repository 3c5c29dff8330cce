import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decodePath, encodePath } from "../../../src/core/snapshots/path-bytes.ts";
import { recordedFolder } from "./recorded-folder.ts";

const LINUX = process.platform === "linux";

test("K3: a path keeps every byte of a name, also of one that is not UTF-8", () => {
  const names = ["plain", "ü\u{1f600}", "\ufffd real", "\ufeffmark"].map((name) => Buffer.from(name));
  const odd = [[255], [0xe2, 0x82], [0xf0, 0x9f, 0x98, 0x80, 0x80], [0xed, 0xa0, 0x80], [97, 254, 0xc3, 0xbc]];
  for (const bytes of [...names, ...odd.map((each) => Buffer.from(each))]) {
    const path = decodePath(bytes);
    expect(Buffer.from(encodePath(JSON.parse(JSON.stringify(path))))).toEqual(bytes);
  }
});

test.runIf(LINUX)("K3: files whose names are not UTF-8 come back", async () => {
  for (const isRepository of [true, false]) {
    const { cwd, git, session } = await recordedFolder();
    const sh = (command: string) => execFileSync("bash", ["-c", command], { cwd, encoding: "latin1" });
    const state = () => sh(`find . -path ./.git -prune -o -type f -printf '%p %m ' -exec cat {} \\; | sort`);
    sh(String.raw`printf '1\n' > $'a\xff'; mkdir $'d\xfe'; printf '1\n' > $'d\xfe/inner'; printf '1\n' > plain`);
    if (isRepository) {
      git("init", "-q");
      git("add", "-A");
    }
    sh(String.raw`printf '1\n' > $'untracked\xfd'`);
    const before = state();
    const { run, undo, redo } = session();
    await run("change", () =>
      sh(
        String.raw`printf '2\n' > $'a\xff'; rm -r $'d\xfe'; printf '2\n' > $'d\xfe'; printf '2\n' > $'untracked\xfd'; printf '2\n' > $'new\xfc'`,
      ),
    );
    const after = state();
    expect((await undo()).files.toSorted()).toEqual([
      "a\ufffd",
      "d\ufffd",
      "d\ufffd/inner",
      "new\ufffd",
      "untracked\ufffd",
    ]);
    expect(state()).toBe(before);
    await redo();
    expect(state()).toBe(after);
  }
});

test("K3: a file that a tool wrote, whose folder is now a link, does not end the recording", async () => {
  const { write, files, cwd, session } = await recordedFolder();
  write("real/x", "1");
  const before = files();
  const { run, undo } = session();
  await run("write", () => write("real/x", "2"), ["real/x"]);
  await run("move", () => {
    renameSync(join(cwd, "real"), join(cwd, "other"));
    symlinkSync("other", join(cwd, "real"));
  });
  await run("change", () => write("other/x", "3"));
  for (let times = 0; times < 3; times++) await undo();
  expect(files()).toEqual(before);
});

test.runIf(LINUX)("K3: names that look like git's own: recorded, or named", async () => {
  const { write, read, git, session } = await recordedFolder();
  git("init", "-q");
  for (const name of ["git~1", ".git ", ".GIT/config"]) write(name, "1");
  const { run, undo } = session();
  await run("change", () => {
    for (const name of ["git~1", ".git ", ".GIT/config"]) write(name, "2");
  });
  const done = await undo();
  expect([done.files.toSorted(), done.leftOut]).toEqual([[".git ", "git~1"], [".GIT/config"]]);
  expect([read("git~1"), read(".GIT/config")]).toEqual(["1", "2"]);
});

test("K3: a file that a tool writes in a repository that the folder ignores comes back", async () => {
  const { write, read, git, cwd, session } = await recordedFolder();
  git("init", "-q");
  write(".gitignore", "vendor\n");
  write("vendor/library/x", "1");
  mkdirSync(join(cwd, "vendor/library/.git"));
  execFileSync("git", ["init", "-q"], { cwd: join(cwd, "vendor/library") });
  const { run, undo } = session();
  await run("change", () => write("vendor/library/x", "2"), ["vendor/library/x"]);
  expect(await undo()).toMatchObject({ files: ["vendor/library/x"], leftOut: [] });
  expect(read("vendor/library/x")).toBe("1");
});
