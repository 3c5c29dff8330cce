import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepInBranches, openWorktree } from "../session-worktrees.ts";
import type { RepositoryCopies } from "../worktrees.ts";
import { NOTHING, openRepository } from "./repository.ts";

const PATCH = { name: "0-a", method: "patch" } as const;

test("P-OMP-43, 46, 47: a copy starts from uncommitted files, and the user's tree changes with the merge only", async () => {
  await using repository = await openRepository({
    "a.txt": "one\n",
    "b.txt": "b\n",
    "old.txt": "old\n",
    ".gitignore": "*.log\n",
  });
  const { worktrees, workspace } = repository;
  await workspace.write("b.txt", "changed by the user\n");
  await workspace.write("staged.txt", "staged\n");
  await workspace.git("add", "staged.txt");
  await workspace.write("untracked.txt", "untracked\n");
  await workspace.write("secret.log", "ignored\n");
  const copy = await worktrees.create({ cwd: workspace.cwd, name: "0-a" });
  expect(await readFile(join(copy.cwd, "b.txt"), "utf8")).toBe("changed by the user\n");
  expect(existsSync(join(copy.cwd, "untracked.txt"))).toBe(true);
  expect(existsSync(join(copy.cwd, "secret.log"))).toBe(false);
  writeFileSync(join(copy.cwd, "a.txt"), "two\n");
  mkdirSync(join(copy.cwd, "new/deep"), { recursive: true });
  writeFileSync(join(copy.cwd, "new/deep/tool.sh"), "#!/bin/sh\n");
  chmodSync(join(copy.cwd, "new/deep/tool.sh"), 0o755);
  symlinkSync("a.txt", join(copy.cwd, "link"));
  rmSync(join(copy.cwd, "old.txt"));
  // The user goes on working meanwhile.
  await workspace.write("b.txt", "changed again\n");
  const before = await workspace.git("status", "--porcelain");
  const changes = await copy.changes();
  expect(await workspace.git("status", "--porcelain")).toBe(before);
  const merged = await worktrees.merge(changes, PATCH);
  expect(merged).toEqual([
    { repository: workspace.cwd, status: "merged", files: ["a.txt", "link", "new/deep/tool.sh", "old.txt"] },
  ]);
  expect(await workspace.git("status", "--porcelain")).toBe(
    " M a.txt\n M b.txt\n D old.txt\nA  staged.txt\n?? link\n?? new/\n?? untracked.txt\n",
  );
  expect(await workspace.read("b.txt")).toBe("changed again\n");
  expect(lstatSync(workspace.path("new/deep/tool.sh")).mode & 0o111).toBe(0o111);
  expect(lstatSync(workspace.path("link")).isSymbolicLink()).toBe(true);
  expect(await worktrees.merge(changes, PATCH)).toMatchObject([{ status: "merged", files: [] }]);
  await copy.remove();
  expect(await repository.left()).toEqual(NOTHING);
});

test("a conflict changes nothing and keeps the work in a branch; the other files of the user stay", async () => {
  await using repository = await openRepository({ "a.txt": "one\n", "b.txt": "b\n" });
  const { worktrees, workspace } = repository;
  const copy = await worktrees.create({ cwd: workspace.cwd, name: "0-a" });
  writeFileSync(join(copy.cwd, "a.txt"), "agent\n");
  writeFileSync(join(copy.cwd, "b.txt"), "agent\n");
  await workspace.write("a.txt", "user\n");
  const merged = await worktrees.merge(await copy.changes(), PATCH);
  expect(merged).toMatchObject([{ status: "conflict", files: ["a.txt"], branch: "tau/0-a" }]);
  expect(await workspace.read("a.txt")).toBe("user\n");
  expect(await workspace.read("b.txt")).toBe("b\n");
  await copy.remove();
  expect(await workspace.git("show", "tau/0-a:a.txt")).toBe("agent\n");
  expect(await workspace.git("log", "--format=%s", "main..tau/0-a")).toBe("Work of 0-a\n");
  expect(await repository.left()).toEqual({ ...NOTHING, branches: ["tau/0-a"] });
});

test("an ignored file of the user is never overwritten", async () => {
  await using repository = await openRepository({ ".gitignore": "local.env\n" });
  const { worktrees, workspace } = repository;
  await workspace.write("local.env", "mine\n");
  const copy = await worktrees.create({ cwd: workspace.cwd, name: "0-a" });
  writeFileSync(join(copy.cwd, ".gitignore"), "");
  writeFileSync(join(copy.cwd, "local.env"), "theirs\n");
  const merged = await worktrees.merge(await copy.changes(), PATCH);
  expect(merged).toMatchObject([{ status: "conflict", files: ["local.env"] }]);
  expect(await workspace.read("local.env")).toBe("mine\n");
  expect(await workspace.read(".gitignore")).toBe("local.env\n");
  await copy.remove();
});

test("the method branch leaves the files alone", async () => {
  await using repository = await openRepository({ "a.txt": "one\n" });
  const { worktrees, workspace } = repository;
  const copy = await worktrees.create({ cwd: workspace.cwd, name: "0-a" });
  writeFileSync(join(copy.cwd, "a.txt"), "two\n");
  const changes = await copy.changes();
  const expected = [{ repository: workspace.cwd, status: "branch", files: ["a.txt"], branch: "tau/0-a" }];
  expect(await worktrees.merge(changes, { name: "0-a", method: "branch" })).toEqual(expected);
  expect(await worktrees.merge(changes, { name: "0-a", method: "branch" })).toEqual(expected);
  expect(await workspace.git("status", "--porcelain")).toBe("");
  await copy.remove();
});

test("repositories without commits, with a detached head, in a merge with conflicts, and folders that become files", async () => {
  await using repository = await openRepository({});
  const { worktrees, workspace } = repository;
  rmSync(workspace.path(".git"), { recursive: true });
  await workspace.git("init", "--quiet", "--initial-branch=main");
  await workspace.write("folder/a.txt", "one\n");
  await workspace.write("file", "file\n");
  const first = await worktrees.create({ cwd: workspace.path("folder"), name: "first" });
  expect(first.cwd.endsWith("/folder")).toBe(true);
  rmSync(join(first.cwd, "a.txt"));
  rmSync(first.cwd, { recursive: true });
  writeFileSync(first.cwd, "a file now\n");
  rmSync(join(first.cwd, "../file"));
  mkdirSync(join(first.cwd, "../file"));
  writeFileSync(join(first.cwd, "../file/inner.txt"), "inner\n");
  expect(await worktrees.merge(await first.changes(), PATCH)).toMatchObject([{ status: "merged" }]);
  await first.remove();
  expect(await workspace.read("folder")).toBe("a file now\n");
  expect(await workspace.read("file/inner.txt")).toBe("inner\n");

  await workspace.git("add", "--all");
  await workspace.git("commit", "--quiet", "--message=One");
  await workspace.git("checkout", "--quiet", "-b", "other");
  await workspace.write("folder", "other\n");
  await workspace.git("commit", "--quiet", "--all", "--message=Other");
  await workspace.git("checkout", "--quiet", "main");
  await workspace.write("folder", "main\n");
  await workspace.git("commit", "--quiet", "--all", "--message=Main");
  await workspace.git("checkout", "--quiet", "--detach");
  await expect(workspace.git("merge", "other")).rejects.toThrow();
  const conflicted = await workspace.git("status", "--porcelain");
  expect(conflicted).toContain("UU folder");
  const second = await worktrees.create({ cwd: workspace.cwd, name: "second" });
  await writeFile(join(second.cwd, "more.txt"), "more\n");
  expect(await worktrees.merge(await second.changes(), PATCH)).toMatchObject([
    { status: "merged", files: ["more.txt"] },
  ]);
  await second.remove();
  expect(await workspace.git("status", "--porcelain")).toBe(`${conflicted}?? more.txt\n`);
  expect(await repository.left()).toEqual(NOTHING);
});

test("submodules and repositories inside the repository are copied and merged by themselves", async () => {
  await using repository = await openRepository({ "a.txt": "one\n" });
  const { worktrees, workspace } = repository;
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "protocol.file.allow=always", ...args], { cwd, env: workspace.env, encoding: "utf8" });
  const source = join(workspace.home, "library");
  mkdirSync(source);
  git(source, "init", "--quiet");
  writeFileSync(join(source, "lib.txt"), "lib\n");
  git(source, "add", "--all");
  git(source, "commit", "--quiet", "--message=Lib");
  git(workspace.cwd, "submodule", "--quiet", "add", source, "library");
  git(workspace.cwd, "commit", "--quiet", "--message=Submodule");
  mkdirSync(workspace.path("nested"));
  git(workspace.path("nested"), "init", "--quiet");
  writeFileSync(workspace.path("nested/n.txt"), "n\n");
  const copy = await worktrees.create({ cwd: workspace.cwd, name: "0-a" });
  for (const path of ["a.txt", "library/lib.txt", "nested/n.txt"]) writeFileSync(join(copy.cwd, path), "changed\n");
  const merged = await worktrees.merge(await copy.changes(), PATCH);
  expect(merged.map(({ repository: root, status, files }) => [root, status, files])).toEqual([
    [workspace.cwd, "merged", ["a.txt"]],
    [workspace.path("library"), "merged", ["lib.txt"]],
    [workspace.path("nested"), "merged", ["n.txt"]],
  ]);
  for (const path of ["a.txt", "library/lib.txt", "nested/n.txt"]) expect(await workspace.read(path)).toBe("changed\n");
  await copy.remove();
  expect(await repository.left()).toEqual(NOTHING);
  expect(git(workspace.path("library"), "worktree", "list").trim().split("\n")).toHaveLength(1);
});

test("a folder that is in no repository, and a merge that cannot write, are refused with a reason", async () => {
  await using repository = await openRepository({ "a.txt": "one\n" }, { git: false });
  const { worktrees, workspace } = repository;
  await expect(worktrees.create({ cwd: workspace.cwd, name: "a" })).rejects.toThrow("is not in a git repository");
  await workspace.git("init", "--quiet");
  const copy = await worktrees.create({ cwd: workspace.cwd, name: "a" });
  writeFileSync(join(copy.cwd, "a.txt"), "two\n");
  const [change] = await copy.changes();
  await copy.remove();
  const lost = { repository: workspace.cwd, base: change?.base ?? "", result: "0".repeat(40) };
  expect(await worktrees.merge([lost], PATCH)).toMatchObject([
    { status: "failed", reason: expect.stringContaining("git") },
  ]);
  expect(await workspace.read("a.txt")).toBe("one\n");
});

test("checkout puts a branch into a worktree that tau worktree knows, once, and refuses a name that holds other work", async () => {
  await using place = await openRepository({ "a.txt": "1\n" });
  const { worktrees, workspace, folder } = place;
  await workspace.git("branch", "topic");
  await workspace.git("branch", "other");
  const request = { cwd: workspace.cwd, name: "topic", branch: "topic" };
  const first = await worktrees.checkout(request);
  expect(first.isReused).toBe(false);
  expect(first.folder.startsWith(folder)).toBe(true);
  expect((await workspace.git("-C", first.folder, "symbolic-ref", "--short", "HEAD")).trim()).toBe("topic");
  expect(await worktrees.checkout(request)).toEqual({ folder: first.folder, isReused: true });
  await expect(worktrees.checkout({ ...request, branch: "other" })).rejects.toThrow("holds other work");
  await expect(worktrees.checkout({ ...request, name: "../x" })).rejects.toThrow("is no name for a worktree");
  await expect(worktrees.checkout({ ...request, name: "none", branch: "none" })).rejects.toThrow(
    "git rev-parse failed",
  );
});

test("the commits of a session get a branch of their own, also where an earlier session had a worktree of that name", async () => {
  await using place = await openRepository({ "a.txt": "1\n" });
  const { workspace } = place;
  const worktrees = place.worktrees as RepositoryCopies;
  const found = await worktrees.repositoryOf(workspace.cwd);
  for (const branch of ["tau/fix", "tau/fix-2"]) {
    const worktree = await openWorktree(worktrees, found, "fix");
    writeFileSync(join(worktree.cwd, "a.txt"), branch);
    await workspace.git("-C", worktree.cwd, "commit", "--quiet", "-am", branch);
    expect(await keepInBranches(worktrees, found.git, worktree, await worktree.changes())).toEqual([branch]);
    expect(await workspace.git("show", `${branch}:a.txt`)).toBe(branch);
    await worktree.remove();
  }
  await expect(openWorktree(worktrees, found, "a..b")).rejects.toThrow("is no name for a worktree");
});
