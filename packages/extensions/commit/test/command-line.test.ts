import { chmodSync, existsSync } from "node:fs";
import {
  createWorkspace,
  runCli,
  SCRIPTED_MODEL,
  startCliInPty,
  startModelServer,
  useScriptedModel,
} from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";

const ANSWER = { text: JSON.stringify({ commits: [{ subject: "Count to two", changes: ["F1"] }] }) };

test("tau commit --dry-run shows, --yes commits; without a terminal it asks for one of them", async () => {
  await using workspace = await createWorkspace({ files: { "a.txt": "one\n" }, git: true });
  await using server = await startModelServer({ script: () => ANSWER });
  await useScriptedModel(workspace, server);
  await workspace.write("a.txt", "two\n");
  const commit = (...args: string[]) => runCli({ workspace, args: ["commit", ...args] });
  expect(await commit()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("add --yes to commit it") });
  expect(server.requests).toHaveLength(0);
  const model = ["--model", SCRIPTED_MODEL];
  expect(await commit("--dry-run", ...model)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining("    Count to two\n\n  M a.txt (+1 -1)"),
  });
  expect(await workspace.git("log", "--format=%s")).not.toContain("Count");
  expect(await commit("--yes", ...model)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/Committed:\n\w+ Count to two/),
  });
  expect(await workspace.git("log", "-1", "--format=%s")).toBe("Count to two\n");
  expect(await commit("--frob")).toMatchObject({
    exitCode: 2,
    stderr: "tau: Unknown option --frob. tau commit --help names the options.\n",
  });
});

test("without a key it ends with code 3 and says what to do", async () => {
  await using workspace = await createWorkspace({ files: { "a.txt": "one\n" }, git: true });
  await workspace.write("a.txt", "two\n");
  const { exitCode, stderr } = await runCli({ workspace, args: ["commit", "--yes"] });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("ANTHROPIC_API_KEY") });
});

test.each([
  ["a\r", 1, "Nothing was committed."],
  ["\r", 1, "Nothing was committed."],
  ["\x03", 1, "Nothing was committed."],
  ["\x04", 1, "Nothing was committed."],
  ["c\r", 0, "Committed:"],
] as const)(
  "tau commit on a terminal asks, and each answer has a letter of its own: %j",
  async (typed, exitCode, said) => {
    await using workspace = await createWorkspace({ files: { "a.txt": "one\n" }, git: true });
    await using server = await startModelServer({ script: () => ANSWER });
    await useScriptedModel(workspace, server);
    await workspace.write("a.txt", "two\n");
    await using tau = startCliInPty({ workspace, args: ["commit", "--model", SCRIPTED_MODEL], columns: 80, rows: 24 });
    await tau.waitForText("Commit this? [c]ommit  [e]dit the message  c[a]ncel");
    tau.send(typed);
    await tau.waitForText(said);
    expect(await tau.exited).toMatchObject({ exitCode });
    expect((await workspace.git("log", "--format=%s")).includes("Count to two")).toBe(exitCode === 0);
  },
);

test("/commit shows the proposal and asks", async () => {
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    files: { "a.txt": "one\n" },
    git: true,
    mode: "tui",
    columns: 100,
    rows: 30,
    script: () => ANSWER,
  });
  const { workspace, terminal } = harness;
  await workspace.git("config", "user.name", "Test");
  await workspace.git("config", "user.email", "test@localhost");
  await workspace.write("a.txt", "two\n");
  terminal.press(..."/commit", "enter");
  await terminal.waitForText("Commit this?");
  await terminal.waitForText("Count to two");
  terminal.press("enter");
  await terminal.waitForText("Committed:");
  expect(await workspace.git("log", "-1", "--format=%s")).toBe("Count to two\n");
});

test("Escape stops a commit whose hook hangs: nothing is committed, and what was staged is staged again", async () => {
  await using harness = await createExtensionHarness({
    ...{ extensions: [manifest], files: { "a.txt": "one\n" }, git: true, mode: "tui", script: () => ANSWER },
  });
  const { workspace, terminal } = harness;
  await workspace.git("config", "user.name", "Test");
  await workspace.git("config", "user.email", "test@localhost");
  await workspace.write("a.txt", "two\n");
  await workspace.git("add", "a.txt");
  const hook = "#!/bin/sh\necho here > .git/hook-runs\nexec sleep 300\n";
  await workspace.write(".git/hooks/pre-commit", hook);
  chmodSync(workspace.path(".git/hooks/pre-commit"), 0o755);
  terminal.press(..."/commit", "enter");
  await terminal.waitForText("Commit this?");
  terminal.press("enter");
  await terminal.waitForText(/Committing, with the hooks of the repository… \(Escape stops\)/);
  await expect.poll(() => existsSync(workspace.path(".git/hook-runs"))).toBe(true);
  terminal.press("escape");
  await terminal.waitForText("Stopped. Nothing was committed.");
  expect(await workspace.git("status", "--short")).toBe("M  a.txt\n");
  expect(await workspace.git("log", "--format=%s")).not.toContain("Count to two");
  expect(harness.errors).toEqual([]);
});
