import { rm } from "node:fs/promises";
import {
  createWorkspace,
  runCli,
  SCRIPTED_MODEL,
  startCliInPty,
  startModelServer,
  useScriptedModel,
} from "@tau/testkit";
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
  expect(await tau("worktree")).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^fix {2}1 file {2}\/.*\/work-fix$/m),
  });
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

test("a worktree whose folder was deleted: it is said at the end, does not keep others from the list, and can be made anew", async () => {
  await using workspace = await createWorkspace({ files: { "a.txt": "one\n" }, git: true });
  let command = 'rm -rf "$PWD"';
  await using server = await startModelServer({
    script: ({ toolResults }) =>
      toolResults === 0 ? { toolCalls: [{ name: "bash", arguments: { command } }] } : { text: "done" },
  });
  await useScriptedModel(workspace, server);
  const tau = (...args: string[]) => runCli({ workspace, args });
  const session = async (name: string) =>
    await tau(`--worktree=${name}`, "--model", SCRIPTED_MODEL, "--permission-mode", "yolo", "-p", "go");
  expect(await session("gone")).toMatchObject({
    stderr: expect.stringContaining(
      "The worktree gone was deleted while the session worked in it. Its changes are lost.",
    ),
  });
  expect((await tau("worktree")).stdout).toContain("There are no worktrees");
  command = "echo two > a.txt";
  await session("first");
  await session("second");
  const place = (await tau("worktree", "open", "first")).stdout.trim();
  await rm(place, { recursive: true });
  expect(await tau("worktree")).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^first {2}deleted {2}\S+\nsecond {2}1 file {2}\S+\n$/),
  });
  expect(await tau("worktree", "merge", "first")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("was deleted, with its changes. tau worktree remove first forgets it."),
  });
  expect((await session("first")).stderr).toContain("The worktree first has changes in 1 file: a.txt");
  for (const name of ["first", "second"]) expect(await tau("worktree", "remove", name)).toMatchObject({ exitCode: 0 });
  expect((await workspace.git("worktree", "list")).trim().split("\n")).toHaveLength(1);
}, 120_000);

const LIST = { none: "There are no worktrees", fix: "fix  1 file" } as const;

test.each([
  ["m\r", "Merged into your files, uncommitted: a.txt", { text: "two\n", branch: "", left: "none" }],
  ["b\r", "The work is in the branch tau/fix.", { text: "one\n", branch: "tau/fix", left: "none" }],
  ["remove it\r", "Removed the worktree fix.", { text: "one\n", branch: "", left: "none" }],
  ["\r", "It is kept. tau --worktree fix -c continues there", { text: "one\n", branch: "", left: "fix" }],
  ["\x03", "It is kept. tau --worktree fix -c continues there", { text: "one\n", branch: "", left: "fix" }],
  ["\x04", "It is kept. tau --worktree fix -c continues there", { text: "one\n", branch: "", left: "fix" }],
] as const)("at the end of a session on a terminal, the user is asked: %j", async (typed, said, expected) => {
  await using workspace = await createWorkspace({ files: { "a.txt": "one\n" }, git: true });
  await using server = await startModelServer({
    script: [
      { toolCalls: [{ name: "write", arguments: { path: "a.txt", content: "two\n" } }] },
      { text: "It is written." },
    ],
  });
  await useScriptedModel(workspace, server);
  const args = ["--worktree=fix", "--model", SCRIPTED_MODEL, "--permission-mode", "yolo", "go"];
  await using tau = startCliInPty({ workspace, args, columns: 80, rows: 24 });
  await tau.waitForText("It is written.");
  expect(await workspace.read("a.txt")).toBe("one\n");
  tau.press("ctrl+d");
  await tau.waitForText(
    /The worktree fix has changes in 1 file: a\.txt\n\[m\]erge into your files {2}\[b\]ranch {2}\[k\]eep it {2}\[r\]emove it: $/m,
  );
  tau.send(typed);
  await tau.waitForText(said);
  expect(tau.output()).not.toContain("Continue with:");
  expect(await tau.exited).toMatchObject({ exitCode: 0 });
  expect(await workspace.read("a.txt")).toBe(expected.text);
  expect((await workspace.git("branch", "--list", "tau/*", "--format=%(refname:short)")).trim()).toBe(expected.branch);
  expect((await runCli({ workspace, args: ["worktree"] })).stdout).toContain(LIST[expected.left]);
});

test("a merge that conflicts at the end of a session keeps the worktree", async () => {
  await using workspace = await createWorkspace({ files: { "a.txt": "one\n" }, git: true });
  await using server = await startModelServer({
    script: [
      { toolCalls: [{ name: "write", arguments: { path: "a.txt", content: "two\n" } }] },
      { text: "It is written." },
    ],
  });
  await useScriptedModel(workspace, server);
  const args = ["--worktree=fix", "--model", SCRIPTED_MODEL, "--permission-mode", "yolo", "go"];
  await using tau = startCliInPty({ workspace, args, columns: 80, rows: 24 });
  await tau.waitForText("It is written.");
  await workspace.write("a.txt", "mine\n");
  tau.press("ctrl+d");
  await tau.waitForText("[m]erge into your files");
  tau.send("m\r");
  await tau.waitForText(
    /Not merged: conflict in a\.txt\. The work is also in the branch tau\/fix\s+The worktree fix is kept\./,
  );
  await tau.exited;
  expect(await workspace.read("a.txt")).toBe("mine\n");
});
