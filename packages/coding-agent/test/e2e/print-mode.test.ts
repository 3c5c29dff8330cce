import { readdir } from "node:fs/promises";
import { runCli, startCliInPty } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

test("P-APP-2, P-APP-15: -p prints the last answer's text and nothing else", async () => {
  await using setup = await withScriptedModel(
    [
      { text: "Let me look.", toolCalls: [{ name: "read", arguments: { path: "a.txt" } }] },
      { thinking: "hm", text: ["It says ", "hello."] },
    ],
    { files: { "a.txt": "hello" } },
  );
  const exit = await runCli({ workspace: setup.workspace, args: ["-p", "what does a.txt say?"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "It says hello.\n", stderr: "" });
  expect(setup.server.requests).toHaveLength(2);
});

test("the words of the command line are one prompt", async () => {
  await using setup = await withScriptedModel([{ text: "done" }]);
  const exit = await runCli({ workspace: setup.workspace, args: ["-p", "fix", "the", "bug"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "done\n" });
  expect(setup.server.requests).toHaveLength(1);
  expect(JSON.stringify(setup.server.requests[0]?.body)).toContain("fix the bug");
});

test("P-APP-3: several prompts, each given with --prompt, run one after the other in one session", async () => {
  await using setup = await withScriptedModel([{ text: "one" }, { text: "two" }, { text: "three" }]);
  const args = ["-p", "at", "first", "--prompt", "second", "--prompt", "third"];
  const exit = await runCli({ workspace: setup.workspace, args });
  expect(exit.stdout).toBe("three\n");
  expect(JSON.stringify(setup.server.requests[2]?.body)).toMatch(/at first.*one.*second.*two.*third/);
});

test("P-APP-4, P-APP-6: what is piped in and attached comes before the prompt", async () => {
  await using setup = await withScriptedModel({ text: "ok" }, { files: { "a.txt": "from file" } });
  const exit = await runCli({ workspace: setup.workspace, args: ["@a.txt", "the question"], stdin: "from pipe" });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "ok\n" });
  expect(JSON.stringify(setup.server.requests[0]?.body)).toMatch(/from pipe.*from file.*the question/);
});

test("P-APP-7: a file that cannot be read is named, and nothing is sent", async () => {
  await using setup = await withScriptedModel({ text: "never" });
  const exit = await runCli({ workspace: setup.workspace, args: ["-p", "@missing.txt", "x"] });
  expect(exit).toMatchObject({
    exitCode: 2,
    stdout: "",
    stderr: "tau: Cannot read @missing.txt: there is no such file.\n",
  });
  expect(setup.server.requests).toEqual([]);
});

test("P-APP-16: a failed answer goes to stderr with exit code 1", async () => {
  await using setup = await withScriptedModel({ failure: "auth" });
  const exit = await runCli({ workspace: setup.workspace, args: ["-p", "x"] });
  expect(exit).toMatchObject({ exitCode: 1, stdout: "" });
  expect(exit.stderr).not.toContain("test-key");
  expect(exit.stderr.split("\n").filter(Boolean)).toHaveLength(1);
});

test("what a model says does not act on the terminal it is printed to; a pipe gets it as it is", async () => {
  const harmful = "done\u001b]52;c;cm0gLXJm\u0007\u001b[2J";
  await using setup = await withScriptedModel(() => ({ text: harmful }));
  const { workspace } = setup;
  expect((await runCli({ workspace, args: ["-p", "hi"] })).stdout).toBe(`${harmful}\n`);
  await using terminal = startCliInPty({ workspace, args: ["-p", "hi"] });
  await terminal.exited;
  expect(terminal.output()).toBe("done\r\n");
});

test("a prompt without text is a usage error", async () => {
  await using setup = await withScriptedModel({ text: "never" });
  const exit = await runCli({ workspace: setup.workspace, args: ["-p"] });
  expect(exit).toMatchObject({ exitCode: 2, stdout: "" });
  expect(exit.stderr).toContain("Nothing to do");
});

test("an unknown option is refused with a suggestion", async () => {
  await using setup = await withScriptedModel({ text: "never" });
  const exit = await runCli({ workspace: setup.workspace, args: ["--modle", "x", "-p", "hi"] });
  expect(exit.exitCode).toBe(2);
  expect(exit.stderr).toContain("Unknown option --modle. Did you mean --model?");
});

test("P-APP-9: an unknown model fails with suggestions", async () => {
  await using setup = await withScriptedModel({ text: "never" });
  const exit = await runCli({ workspace: setup.workspace, args: ["--model", "scripted/modle", "-p", "hi"] });
  expect(exit.exitCode).toBe(3);
  expect(exit.stderr).toContain("scripted/model");
});

test("--no-session leaves no file behind", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const exit = await runCli({ workspace: setup.workspace, args: ["--no-session", "-p", "x"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "ok\n" });
  expect(await readdir(setup.workspace.tauHome)).not.toContain("sessions");
});

test("P-APP-11: --continue goes on with the latest session of the folder", async () => {
  await using setup = await withScriptedModel([{ text: "one" }, { text: "two" }]);
  await runCli({ workspace: setup.workspace, args: ["-p", "first"] });
  const exit = await runCli({ workspace: setup.workspace, args: ["-c", "-p", "second"] });
  expect(exit.stdout).toBe("two\n");
  expect(JSON.stringify(setup.server.requests[1]?.body)).toMatch(/first.*one.*second/);
});
