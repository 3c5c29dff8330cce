import { createWorkspace, runCli, SCRIPTED_MODEL, startModelServer, useScriptedModel } from "@tau/testkit";
import { expect, test } from "vitest";
import { NOTHING } from "./repository.ts";

test("tau --worktree: a session in its own worktree, kept without a terminal; list, merge and remove", async () => {
  await using workspace = await createWorkspace({ files: { "a.txt": "one\n" }, git: true });
  await using server = await startModelServer({
    script: [
      { toolCalls: [{ name: "write", arguments: { path: "a.txt", content: "two\n" } }] },
      { text: "done" },
      { text: "nothing to do" },
    ],
  });
  await useScriptedModel(workspace, server);
  const tau = (...args: string[]) => runCli({ workspace, args });
  const options = ["--model", SCRIPTED_MODEL, "--permission-mode", "yolo", "-p"];
  expect(await tau("--worktree", "fix", ...options, "go")).toMatchObject({
    exitCode: 0,
    stdout: "done\n",
    stderr: expect.stringMatching(/The worktree fix has changes in 1 file: a\.txt\nIt is kept\. tau --worktree fix/),
  });
  expect(await workspace.read("a.txt")).toBe("one\n");
  expect(await tau("worktree")).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^fix {2}1 file {2}\//) });
  expect(await tau("worktree", "merge", "other")).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("There is no worktree other. There are: fix."),
  });
  expect(await tau("worktree", "merge", "fix")).toMatchObject({
    exitCode: 0,
    stdout: "Merged into your files, uncommitted: a.txt\n",
  });
  expect(await workspace.read("a.txt")).toBe("two\n");
  // A worktree in which nothing was changed is removed, and one that has a bad name is not made.
  expect(await tau("--worktree", ...options, "go")).toMatchObject({
    stderr: expect.stringContaining("Nothing was changed in the worktree w1; it is removed."),
  });
  expect(await tau("--worktree=../x", ...options, "go")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('"../x" is no name for a worktree'),
  });
  expect((await workspace.git("worktree", "list")).trim().split("\n")).toHaveLength(1);
  expect((await workspace.git("branch", "--list", "tau/*")).split("\n").filter(Boolean)).toEqual(NOTHING.branches);
}, 60_000);
