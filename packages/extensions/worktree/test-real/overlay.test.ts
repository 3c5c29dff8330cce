import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worktree } from "@tau/coding-agent";
import { expect, onTestFinished, type TestContext, test } from "vitest";
import { isMounted } from "../overlay-mount.ts";
import { runMergeKills } from "../test/kills.ts";
import { type OpenRepository, openRepository } from "../test/repository.ts";

/** Mounts an overlay, or skips the test with the reason why there is none on this machine. */
async function mounted(place: OpenRepository, { skip }: TestContext, name = "a"): Promise<Worktree> {
  try {
    return await place.worktrees.create({ cwd: place.workspace.cwd, name, kind: "overlay" });
  } catch (error) {
    if (/can be mounted/.test(String(error))) return skip(String(error));
    throw error;
  }
}

function mounts(folder: string): string[] {
  return readFileSync("/proc/self/mountinfo", "utf8")
    .split("\n")
    .filter((line) => line.includes(folder));
}

const merge = (place: OpenRepository, changes: Awaited<ReturnType<Worktree["changes"]>>, name = "a") =>
  place.worktrees.merge(changes, { name, method: "patch" });

/** Lets the kernel's overlay fail, so that fuse-overlayfs mounts. */
function withoutKernelOverlay(): void {
  const folder = mkdtempSync(join(tmpdir(), "tau-no-mount-"));
  writeFileSync(join(folder, "mount"), "#!/bin/sh\necho mount: permission denied >&2\nexit 1\n", { mode: 0o755 });
  const { PATH } = process.env;
  process.env.PATH = `${folder}:${PATH}`;
  onTestFinished(() => {
    process.env.PATH = PATH;
    rmSync(folder, { recursive: true });
  });
}

for (const type of ["overlay", "fuse.fuse-overlayfs"] as const)
  test(`${type}: files are changed, added, removed, replaced and linked in the view; the user's change only when it is merged`, async (context) => {
    if (type !== "overlay") withoutKernelOverlay();
    await using place = await openRepository({
      "a.txt": "a\n",
      "gone.txt": "gone\n",
      "old/x.txt": "x\n",
      "old/y.txt": "y\n",
      "kept/z.txt": "z\n",
      ".gitignore": "built/\n*.log\n",
      "built/out.js": "out\n",
    });
    const { workspace } = place;
    await workspace.write("untracked.txt", "mine\n");
    const view = await mounted(place, context);
    expect(mounts(place.folder)).toEqual([expect.stringContaining(type)]);
    // Ignored and untracked files are in the view.
    expect(readFileSync(join(view.cwd, "built/out.js"), "utf8")).toBe("out\n");
    writeFileSync(join(view.cwd, "a.txt"), "changed\n");
    unlinkSync(join(view.cwd, "gone.txt"));
    rmSync(join(view.cwd, "old"), { recursive: true });
    mkdirSync(join(view.cwd, "old"));
    writeFileSync(join(view.cwd, "old/new.txt"), "new\n");
    writeFileSync(join(view.cwd, "built/out.js"), "built again\n");
    writeFileSync(join(view.cwd, "noise.log"), "noise\n");
    symlinkSync("a.txt", join(view.cwd, "link"));
    // What git does in the view stays there.
    spawnSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qam", "inside"], { cwd: view.cwd });
    expect(await workspace.list()).toEqual(
      [
        ".gitignore",
        "a.txt",
        "built/out.js",
        "gone.txt",
        "kept/z.txt",
        "old/x.txt",
        "old/y.txt",
        "untracked.txt",
      ].sort(),
    );
    const head = await workspace.git("rev-parse", "HEAD");
    const [outcome] = await merge(place, await view.changes());
    expect(outcome).toMatchObject({
      status: "merged",
      files: ["a.txt", "gone.txt", "link", "old/new.txt", "old/x.txt", "old/y.txt"],
    });
    expect(await workspace.read("a.txt")).toBe("changed\n");
    expect(await workspace.read("built/out.js")).toBe("out\n");
    expect(await workspace.list()).toEqual(
      [".gitignore", "a.txt", "built/out.js", "kept/z.txt", "link", "old/new.txt", "untracked.txt"].sort(),
    );
    expect(await workspace.git("rev-parse", "HEAD")).toBe(head);
    expect(await workspace.git("diff", "--cached", "--name-only")).toBe("");
    await view.remove();
    expect(mounts(place.folder)).toEqual([]);
    expect(await place.left()).toEqual({ folders: [], worktrees: [], branches: [] });
  });

test("two views change one line: the second is a conflict, kept in a branch; other lines of one file are merged", async (context) => {
  await using place = await openRepository({ "a.txt": "1\n2\n3\n4\n5\n6\n7\n8\n9\n" });
  const views = [
    await mounted(place, context, "one"),
    await mounted(place, context, "two"),
    await mounted(place, context, "three"),
  ];
  const texts = ["one\n2\n3\n4\n5\n6\n7\n8\n9\n", "two\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\n5\n6\n7\n8\nthree\n"];
  for (const [at, view] of views.entries()) writeFileSync(join(view.cwd, "a.txt"), texts[at] ?? "");
  const statuses: unknown[] = [];
  for (const [at, view] of views.entries()) {
    const [outcome] = await merge(place, await view.changes(), `view-${at}`);
    statuses.push([outcome?.status, outcome?.branch]);
    await view.remove();
  }
  expect(statuses).toEqual([
    ["merged", undefined],
    ["conflict", "tau/view-1"],
    ["merged", undefined],
  ]);
  expect(await place.workspace.read("a.txt")).toBe("one\n2\n3\n4\n5\n6\n7\n8\nthree\n");
});

test("without a repository: merged, or kept in a repository that is made for it; nothing is left if all is merged", async (context) => {
  await using place = await openRepository({ "a.txt": "a\n", "b/c.txt": "c\n" }, { git: false });
  const { workspace, folder } = place;
  const one = await mounted(place, context, "one");
  const two = await mounted(place, context, "two");
  writeFileSync(join(one.cwd, "a.txt"), "one\n");
  unlinkSync(join(one.cwd, "b/c.txt"));
  writeFileSync(join(two.cwd, "a.txt"), "two\n");
  expect(await merge(place, await one.changes(), "one")).toMatchObject([
    { status: "merged", files: ["a.txt", "b/c.txt"] },
  ]);
  expect(await workspace.list()).toEqual(["a.txt"]);
  expect(await workspace.read("a.txt")).toBe("one\n");
  await one.remove();
  const [conflict] = await merge(place, await two.changes(), "two");
  expect(conflict).toMatchObject({ status: "conflict", files: ["a.txt"], branch: "tau/two" });
  const kept = conflict?.branchRepository ?? "";
  const show = spawnSync("git", [`--git-dir=${kept}`, "show", "tau/two:a.txt"], { encoding: "utf8" });
  expect(show.stdout).toBe("two\n");
  await two.remove();
  expect(mounts(folder)).toEqual([]);
  spawnSync("git", [`--git-dir=${kept}`, "branch", "-D", "tau/two"]);
  const three = await mounted(place, context, "three");
  await three.remove();
  expect(existsSync(join(folder, ".folders"))).toBe(false);
});

test("submodules and repositories inside are merged by themselves; a linked worktree is refused", async (context) => {
  await using place = await openRepository({ "a.txt": "a\n" });
  const { workspace } = place;
  const inner = workspace.path("inner");
  mkdirSync(inner);
  for (const args of [
    ["init", "-q"],
    ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-q", "--allow-empty", "-m", "x"],
  ])
    spawnSync("git", args, { cwd: inner });
  writeFileSync(join(inner, "i.txt"), "i\n");
  const view = await mounted(place, context);
  writeFileSync(join(view.cwd, "a.txt"), "A\n");
  writeFileSync(join(view.cwd, "inner/i.txt"), "I\n");
  const outcomes = await merge(place, await view.changes());
  await view.remove();
  expect(outcomes.map(({ repository, files }) => [repository, files])).toEqual([
    [workspace.cwd, ["a.txt"]],
    [inner, ["i.txt"]],
  ]);
  expect(readFileSync(join(inner, "i.txt"), "utf8")).toBe("I\n");
  const linked = join(workspace.home, "linked");
  await workspace.git("worktree", "add", "-q", linked);
  await expect(place.worktrees.create({ cwd: linked, name: "x", kind: "overlay" })).rejects.toThrow(/linked worktree/);
  expect((await place.left()).folders).toEqual([]);
});

test("a folder whose name has commas, colons, blanks and quotes; a process that still works in the view", async (context) => {
  await using place = await openRepository({ "we, ird: 'na\\me'/a.txt": "a\n" });
  const cwd = place.workspace.path("we, ird: 'na\\me'");
  spawnSync("git", ["init", "-q"], { cwd });
  await mounted(place, context).then((view) => view.remove());
  const view = await place.worktrees.create({ cwd, name: "x", kind: "overlay" });
  expect(readFileSync(join(view.cwd, "a.txt"), "utf8")).toBe("a\n");
  const busy = spawnSync("sh", ["-c", "sleep 30 >/dev/null 2>&1 & echo $!"], { cwd: view.cwd, encoding: "utf8" });
  await view.remove();
  expect(isMounted(join(view.cwd))).toBe(false);
  expect((await place.left()).folders).toEqual([]);
  process.kill(Number(busy.stdout), "SIGKILL");
});

for (const type of ["overlay", "fuse.fuse-overlayfs"] as const)
  test(`${type}: killed at random moments: nothing stays mounted, no folder is left, and the files are never half-changed`, async (context) => {
    if (type !== "overlay") withoutKernelOverlay();
    await using place = await openRepository({ "a.txt": "a\n" });
    await (await mounted(place, context)).remove();
    const { kills, problems } = await runMergeKills(Number(process.env.TAU_KILLS ?? 8), { kind: "overlay" });
    expect(problems).toEqual([]);
    expect(kills).toBeGreaterThan(0);
  });
