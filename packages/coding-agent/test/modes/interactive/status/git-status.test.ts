import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createWorkspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { GitStatus } from "../../../../src/modes/interactive/status/git-status.ts";
import { git } from "../../../support/git.ts";

test("the branch is read from the folder above too, and a detached head by its commit", async () => {
  await using workspace = await createWorkspace();
  const { cwd } = workspace;
  const branchOf = async (folder: string) => {
    const status = new GitStatus(() => undefined);
    await status.refresh(folder);
    return status.branch;
  };
  expect(await branchOf(cwd)).toBeNull();
  git(cwd, "init", "-q", "-b", "feature/one");
  await mkdir(join(cwd, "deep/er"), { recursive: true });
  expect(await branchOf(join(cwd, "deep/er"))).toBe("feature/one");
  git(cwd, "commit", "-q", "--allow-empty", "-m", "first");
  git(cwd, "worktree", "add", "-q", "-b", "second", join(cwd, "tree"));
  expect(await branchOf(join(cwd, "tree"))).toBe("second");
  git(cwd, "checkout", "-q", "--detach");
  expect(await branchOf(cwd)).toMatch(/^[0-9a-f]{7}$/);
});

test("a star says that something is not committed; outside of a repository nothing is said", async () => {
  await using workspace = await createWorkspace();
  const { cwd } = workspace;
  const seen: string[] = [];
  const status = new GitStatus(() => seen.push(status.text));
  await status.refresh(cwd);
  git(cwd, "init", "-q", "-b", "main");
  await status.refresh(cwd);
  await writeFile(join(cwd, "new.txt"), "x");
  await status.refresh(cwd);
  expect(seen).toEqual(["main", "main*"]);
});

test("a newer question drops the older one", async () => {
  await using workspace = await createWorkspace();
  git(workspace.cwd, "init", "-q", "-b", "main");
  const status = new GitStatus(() => undefined);
  const first = status.refresh(workspace.cwd);
  const second = status.refresh(join(workspace.cwd, ".."));
  await Promise.all([first, second]);
  expect(status.text).not.toBe("main*");
});

test("one who hears of the branch and throws holds up neither the others nor the status", async () => {
  await using workspace = await createWorkspace();
  git(workspace.cwd, "init", "-q", "-b", "main");
  const status = new GitStatus(() => undefined);
  const heard: (string | null)[] = [];
  status.onBranchChange(() => {
    throw new Error("bomb");
  });
  status.onBranchChange(() => heard.push(status.branch));
  await status.refresh(workspace.cwd);
  expect({ heard, text: status.text }).toEqual({ heard: ["main"], text: "main" });
});
