import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { refusalOf } from "../../../src/core/snapshots/refusal.ts";
import { filesOf, gitIn, recordedFolder } from "./recorded-folder.ts";

test("K3: what attributes and filters would convert comes back byte by byte, and no filter runs", async () => {
  const { write, git, files, base, session } = await recordedFolder();
  git("init", "-q");
  const trace = join(base, "filter-ran");
  git("config", "filter.rot.clean", `sh -c 'echo x >> ${trace}; tr a-z n-za-m'`);
  git("config", "filter.rot.smudge", "tr a-z n-za-m");
  git("config", "core.autocrlf", "true");
  write(".gitattributes", "*.txt text eol=lf\n*.rot filter=rot\n*.id ident\n*.u16 working-tree-encoding=UTF-16LE\n");
  write("a.txt", "one\r\ntwo\r\n");
  write("b.rot", "secret words");
  write("c.id", "$Id$ and $Id: 1234 $\n");
  write("d.u16", Buffer.from("hällo\r\n", "utf16le"));
  write("e.bin", Buffer.from([0, 13, 10, 255, 13, 10]));
  write("f.md", "windows\r\n");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  rmSync(trace, { force: true });
  const before = files();
  const own = ownData(join(base, "project/.git"));
  const { run, undo } = session();
  await run("change all", () => {
    for (const path of ["a.txt", "b.rot", "c.id", "d.u16", "e.bin", "f.md"]) write(path, "x");
  });
  expect((await undo()).files.toSorted()).toEqual(["a.txt", "b.rot", "c.id", "d.u16", "e.bin", "f.md"]);
  expect(files()).toEqual(before);
  expect(ownData(join(base, "project/.git"))).toEqual(own);
  expect(() => statSync(trace)).toThrow("ENOENT");
});

test("K3: links, modes, odd names, new and deleted files, a file that became a folder and a folder that became a file", async () => {
  const { write, cwd, files, session } = await recordedFolder();
  write("run.sh", "#!/bin/sh\n", 0o755);
  write('odd\nname "q" ü', "1");
  write("file", "a file");
  write("folder/inner", "in a folder");
  write("gone", "deleted by the run");
  symlinkSync("file", join(cwd, "link"));
  const before = files();
  const { run, undo, redo } = session();
  await run("turn it upside down", () => {
    chmodSync(join(cwd, "run.sh"), 0o644);
    write('odd\nname "q" ü', "2");
    unlinkSync(join(cwd, "file"));
    write("file/inside", "now a folder");
    rmSync(join(cwd, "folder"), { recursive: true });
    write("folder", "now a file");
    unlinkSync(join(cwd, "gone"));
    unlinkSync(join(cwd, "link"));
    symlinkSync("folder", join(cwd, "link"));
    write("new/deep/file", "made by the run");
  });
  const after = files();
  await undo();
  expect(files()).toEqual(before);
  expect(readdirSync(cwd)).not.toContain("new");
  await redo();
  expect(files()).toEqual(after);
});

test("K3: repositories inside the folder: a submodule, one without a commit; a worktree; a subfolder of a repository", async () => {
  const { write, git, cwd, base, files, session } = await recordedFolder();
  mkdirSync(join(base, "library"));
  gitIn(join(base, "library"), "init", "-q");
  execFileSync("sh", ["-c", "echo code > lib.c"], { cwd: join(base, "library") });
  gitIn(join(base, "library"), "add", "-A");
  gitIn(join(base, "library"), "commit", "-q", "-m", "lib");
  git("init", "-q");
  git("submodule", "--quiet", "add", join(base, "library"), "sub");
  write("packages/a/x", "x");
  write("packages/b/y", "y");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  mkdirSync(join(cwd, "fresh"));
  gitIn(join(cwd, "fresh"), "init", "-q");
  write("fresh/note", "no commit yet");
  git("worktree", "add", "-q", join(base, "tree"), "-b", "other");
  const before = files();
  const whole = session();
  await whole.run("change", () => {
    for (const path of ["sub/lib.c", "fresh/note", "packages/a/x"]) write(path, "changed");
  });
  await whole.undo();
  expect(files()).toEqual(before);

  const tree = session({}, join(base, "tree"));
  const treeBefore = filesOf(join(base, "tree"));
  await tree.run("change", () => rmSync(join(base, "tree/packages"), { recursive: true }));
  await tree.undo();
  expect(filesOf(join(base, "tree"))).toEqual(treeBefore);

  const part = session({}, join(cwd, "packages/a"));
  await part.run("change", () => {
    write("packages/a/x", "changed");
    write("packages/b/y", "outside of the session's folder");
  });
  expect((await part.undo()).files).toEqual(["x"]);
  expect(files()["packages/b/y"]).toContain("outside");
});

test("K3: a sparse checkout stays sparse, and what lies there all the same is recorded", async () => {
  const { write, git, files, session } = await recordedFolder();
  git("init", "-q");
  write("in/a", "a");
  write("out/b", "b");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  git("sparse-checkout", "set", "in");
  write("out/own", "of the user");
  const before = files();
  const { run, undo } = session();
  await run("change", () => {
    write("in/a", "1");
    write("out/own", "2");
  });
  await undo();
  expect(files()).toEqual(before);
});

test("K3: files above the limit and ignored files are left as they are; those that may be the run's are named, and one that a tool writes comes back", async () => {
  const { write, git, read, session } = await recordedFolder();
  git("init", "-q");
  write(".gitignore", ".env\nbuild/\ncache/\n");
  write(".env", "KEY=1\n");
  write("build/out", "1");
  write("build/deep/old", "1");
  write("cache/old", "1");
  write("large", "x".repeat(3000));
  write("small", "1");
  const { run, snapshots, undo } = session({ maxFileBytes: 2000 });
  await run("change", () => {
    write("large", "y".repeat(3000));
    write("small", "2");
    write("build/out", "2");
  });
  const done = await undo();
  expect(done).toMatchObject({ isDone: true, files: ["small"], leftOut: ["large", "build/"] });
  expect([read("large")[0], read("build/out")]).toEqual(["y", "2"]);
  await run("build again", () => write("build/out", "3"));
  expect(await undo()).toMatchObject({ files: [], leftOut: ["build/"] });
  await run("edit the ignored file", () => write(".env", "KEY=2\n"), [".env"]);
  expect((await undo()).files).toEqual([".env"]);
  expect(read(".env")).toBe("KEY=1\n");
  expect(await snapshots.diff("session")).toBe("");
});

test("K3: an ignored file that a tool writes late in a run comes back, too", async () => {
  const { write, git, read, cwd, session } = await recordedFolder();
  git("init", "-q");
  write(".gitignore", ".env\n");
  write(".env", "KEY=1\n");
  const { log, snapshots, undo } = session();
  log.appendMessage({ role: "user", content: "go", timestamp: 0 });
  await snapshots.beforeChange([]);
  write("made", "by a command");
  await snapshots.beforeChange([join(cwd, ".env")]);
  write(".env", "KEY=2\n");
  await snapshots.afterRun();
  expect((await undo()).files.toSorted()).toEqual([".env", "made"]);
  expect(read(".env")).toBe("KEY=1\n");
});

test("K3: no snapshot of the root, the home folder, and of more files than allowed: the reason is told", async () => {
  expect(await refusalOf("/")).toContain("root");
  expect(await refusalOf(homedir())).toContain("home");
  expect(await refusalOf("/home", "/home/user")).toContain("home");
  const mounts = async () => "/dev/sda / ext4 rw 0 0\nserver:/x /mnt/a\\040share nfs4 rw 0 0\n";
  expect(await refusalOf("/mnt/a share/project", "/home/user", mounts)).toContain("another machine (nfs4)");
  expect(await refusalOf("/mnt/a", "/home/user", mounts)).toBeUndefined();
  const { write, session } = await recordedFolder();
  for (let at = 0; at < 12; at++) write(`file-${at}`, "x");
  await expect(session({ maxFiles: 10 }).run("change", () => undefined)).rejects.toThrow("12 files");
});

test("K3: without git the reason is told", async () => {
  const { PATH = "" } = process.env;
  const { session } = await recordedFolder();
  try {
    process.env.PATH = "/nowhere";
    await expect(session().run("change", () => undefined)).rejects.toThrow(
      "git, which keeps the files, is not installed",
    );
  } finally {
    process.env.PATH = PATH;
  }
});

test("K3: files that a repository knows count, too, where there are more than allowed", async () => {
  const { write, git, session } = await recordedFolder();
  for (let at = 0; at < 12; at++) write(`file-${at}`, "x");
  git("init", "-q");
  git("add", "-A");
  await expect(session({ maxFiles: 10 }).run("change", () => undefined)).rejects.toThrow("12 files");
});

test("K3: many new files go into one pack, and come back", async () => {
  const { write, agentDir, files, cwd, session } = await recordedFolder();
  for (let at = 0; at < 520; at++) write(`file-${at}`, `content ${at}`);
  write("empty", "");
  const before = files();
  const { run, undo } = session();
  await run("change", () => {
    for (let at = 0; at < 520; at += 100) write(`file-${at}`, "changed");
    rmSync(join(cwd, "empty"));
  });
  const [store = ""] = readdirSync(join(agentDir, "snapshots"));
  const objects = join(agentDir, "snapshots", store, "objects");
  expect(readdirSync(join(objects, "pack")).filter((name) => name.endsWith(".pack"))).toHaveLength(1);
  expect(readdirSync(objects).length).toBeLessThan(20);
  await undo();
  expect(files()).toEqual(before);
});

test("K3: in a copy of a repository, whose files are of other times than its index says, files are read once", async () => {
  const { write, git, cwd, agentDir, session } = await recordedFolder();
  git("init", "-q");
  write("a", "0");
  git("add", "-A");
  utimesSync(join(cwd, "a"), 1000, 1000);
  await session().run("change", () => undefined);
  const [store = ""] = readdirSync(join(agentDir, "snapshots"));
  const index = join(agentDir, "snapshots", store, "index");
  const known = execFileSync("git", ["ls-files", "--debug"], {
    ...{ cwd, env: { ...process.env, GIT_INDEX_FILE: index }, encoding: "utf8" },
  });
  expect(known).toContain("mtime: 1000:0");
});

/** Content, size and time of all files, so that any writing shows. */
function ownData(folder: string): string {
  const hash = createHash("sha256");
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    hash.update(`${path} ${statSync(path).mtimeMs}\n`).update(readFileSync(path));
  }
  return hash.digest("hex");
}
