import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWorkspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { moveFiles, placeIn } from "../move-files.ts";
import { RepositoryCopies } from "../worktrees.ts";
import { plainPorts } from "./kill-loop.ts";
import { runMergeKills } from "./kills.ts";
import { leftBehind, NOTHING } from "./repository.ts";

test("killed at random moments: the tree is never half-changed, and the next start leaves no worktree and no branch", async () => {
  const { kills, problems } = await runMergeKills(8);
  expect(problems).toEqual([]);
  expect(kills).toBe(8);
}, 120_000);

test("a move that was interrupted is completed at the next start, except for files that the user has changed since", async () => {
  await using workspace = await createWorkspace({
    files: { "a.txt": "old\n", "b.txt": "old\n", "gone.txt": "old\n" },
    git: true,
  });
  const folder = join(workspace.home, "worktrees");
  const work = join(folder, "merge-x");
  const staged = join(work, "0/merge/staged");
  const old = (await workspace.git("hash-object", "a.txt")).trim();
  mkdirSync(staged, { recursive: true });
  // One file was moved before the kill; this one and a removal were not.
  await workspace.write("moved.txt", "new\n");
  for (const path of ["a.txt", "b.txt"]) writeFileSync(join(staged, path), "new\n");
  await workspace.write("b.txt", "changed by the user\n");
  const written = [{ path: "moved.txt" }, { path: "a.txt", old }, { path: "b.txt", old }];
  const move = { root: workspace.cwd, staged, written, removed: [{ path: "gone.txt", old }] };
  writeFileSync(join(work, "record.json"), JSON.stringify({ pid: 2 ** 22 + 1, copies: [], move }));
  await new RepositoryCopies(plainPorts(folder)).sweep();
  expect(await workspace.list()).toEqual(["a.txt", "b.txt", "moved.txt"]);
  expect(await workspace.read("a.txt")).toBe("new\n");
  expect(await workspace.read("b.txt")).toBe("changed by the user\n");
  expect(await leftBehind(workspace, folder)).toEqual(NOTHING);
});

test("a leftover that cannot be completed is reported, stays, and does not keep the others", async () => {
  await using workspace = await createWorkspace({ files: { "a.txt": "old\n" }, git: true });
  const folder = join(workspace.home, "worktrees");
  const move = { root: workspace.cwd, staged: join(folder, "bad/staged"), written: [{ path: "../x" }], removed: [] };
  for (const [name, more] of [
    ["bad", { move }],
    ["good", {}],
  ] as const) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, "record.json"), JSON.stringify({ pid: 2 ** 22 + 1, copies: [], ...more }));
  }
  const problems = await new RepositoryCopies(plainPorts(folder)).sweep();
  expect(problems).toEqual([`${join(folder, "bad")}: ../x is not a path inside the repository.`]);
  expect((await leftBehind(workspace, folder)).folders).toEqual(["bad"]);
});

test("a path that leads out of the repository is never written, whatever a record says", async () => {
  await using workspace = await createWorkspace({ files: { "a.txt": "old\n" }, git: true });
  symlinkSync(workspace.home, workspace.path("link"));
  for (const path of ["../out.txt", "/out.txt", ".git/hooks/post-checkout", "link/out.txt"])
    expect(() => placeIn(workspace.cwd, path)).toThrow(path);
});

test("if one file cannot be moved, those before it are restored", async () => {
  await using workspace = await createWorkspace({
    files: { "a.txt": "old\n", "gone.txt": "old\n", "folder/x": "x\n" },
  });
  const staged = join(workspace.home, "staged");
  mkdirSync(staged);
  for (const path of ["a.txt", "folder"]) writeFileSync(join(staged, path), "new\n");
  const written = [{ path: "a.txt" }, { path: "folder" }];
  expect(() => moveFiles({ root: workspace.cwd, staged, written, removed: [{ path: "gone.txt" }] })).toThrow(
    "is a folder",
  );
  expect(await workspace.read("a.txt")).toBe("old\n");
  expect(await workspace.list()).toEqual(["a.txt", "folder/x", "gone.txt"]);
});

test("a branch that belongs to a copy is removed with it, also when a killed process has left both; others stay", async () => {
  await using workspace = await createWorkspace({ files: { "a.txt": "a\n" }, git: true });
  const [folder, next] = [join(workspace.home, "worktrees"), join(workspace.home, "next")];
  const copies = new RepositoryCopies(plainPorts(folder));
  const copyWith = async (branch: string) => {
    await workspace.git("branch", branch);
    const copy = await copies.create({ cwd: workspace.cwd, name: "copy" });
    copy.ownBranch(branch);
    return copy;
  };
  await workspace.git("branch", "tau/other");
  await (await copyWith("tau/removed")).remove();
  const kept = await copyWith("tau/kept");
  kept.ownBranch();
  await kept.remove();
  const killed = await copyWith("tau/killed");
  const record = JSON.parse(readFileSync(join(killed.cwd, "../record.json"), "utf8")) as object;
  mkdirSync(join(next, "copy"), { recursive: true });
  writeFileSync(join(next, "copy/record.json"), JSON.stringify({ ...record, pid: 2 ** 22 + 1 }));
  expect(await new RepositoryCopies(plainPorts(next)).sweep()).toEqual([]);
  expect(await leftBehind(workspace, next)).toEqual({ ...NOTHING, branches: ["tau/kept", "tau/other"] });
});
