import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, openProject } from "./hook-project.ts";

const DONE = { text: "Done." };
const output = (value: object) => `printf '%s' '${JSON.stringify(value)}'`;
const decision = (permissionDecision: string, more: object = {}) =>
  output({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, ...more } });

test("a PreToolUse hook is given the call with Claude's names, absolute paths and the common fields", async () => {
  const { harness, inputs } = await openProject({ PreToolUse: [["*", "cat >> calls"]] }, [
    call("write", { path: "a.txt", content: "one\ntwo\n" }),
    call("edit", { path: "a.txt", edits: [{ oldText: "one", newText: "1" }] }),
    call("bash", { command: "echo $CLAUDE_PROJECT_DIR", timeout: 5 }),
    DONE,
  ]);
  await using _ = harness;
  await harness.prompt("Go");
  const { cwd } = harness.workspace;
  const path = join(cwd, "a.txt");
  const [write, edit, bash] = inputs("calls");
  expect(write).toEqual({
    session_id: harness.session.sessionId,
    transcript_path: harness.session.sessionFile,
    cwd,
    permission_mode: expect.any(String),
    hook_event_name: "PreToolUse",
    tool_name: "Write",
    tool_input: { file_path: path, content: "one\ntwo\n" },
    tool_use_id: expect.any(String),
  });
  expect(edit).toMatchObject({
    tool_name: "Edit",
    tool_input: { file_path: path, old_string: "one", new_string: "1", replace_all: false },
  });
  expect(bash).toMatchObject({ tool_name: "Bash", tool_input: { timeout: 5000 } });
});

test("exit code 2 denies the call, and the model reads stderr; other matchers and events do not run", async () => {
  const { harness, results } = await openProject(
    {
      PreToolUse: [
        ["Bash", "echo 'use rg instead' >&2; exit 2"],
        ["Read|Write", "touch wrong"],
        ["mcp__.*", "touch wrong"],
      ],
    },
    [call("bash", { command: "touch made" }), DONE],
  );
  await using _ = harness;
  await harness.prompt("Go");
  expect(results()).toEqual(["use rg instead"]);
  for (const name of ["made", "wrong"]) expect(existsSync(join(harness.workspace.cwd, name))).toBe(false);
});

test("of several decisions the strictest counts, whatever the order", async () => {
  const { harness, results } = await openProject(
    {
      PreToolUse: [
        ["", decision("allow")],
        ["", decision("deny", { permissionDecisionReason: "not on Mondays" })],
        ["", decision("ask")],
      ],
    },
    [call("bash", { command: "touch made" }), DONE],
  );
  await using _ = harness;
  await harness.prompt("Go");
  expect(results()).toEqual(["not on Mondays"]);
});

test("a hook changes the input, in Claude's fields, and adds context to the result", async () => {
  const updated = decision("allow", {
    updatedInput: { command: "echo changed", timeout: 9000 },
    additionalContext: "mind the gap",
  });
  const { harness, results } = await openProject({ PreToolUse: [["Bash", updated]] }, [
    call("bash", { command: "echo original" }),
    DONE,
  ]);
  await using _ = harness;
  await harness.prompt("Go");
  expect(results()).toEqual([expect.stringMatching(/^changed\n?\|Hook: mind the gap$/)]);
});

test("an input that the tool cannot take is refused and not run", async () => {
  const { harness, results } = await openProject(
    { PreToolUse: [["Bash", decision("allow", { updatedInput: { command: ["rm"] } })]] },
    [call("bash", { command: "touch made" }), DONE],
  );
  await using _ = harness;
  await harness.prompt("Go");
  expect(results()).toEqual(["A hook changed the input of bash to one that the tool cannot take."]);
});

test("PostToolUse adds to a result or replaces it; PostToolUseFailure sees the error", async () => {
  const { harness, results, inputs } = await openProject(
    {
      PostToolUse: [
        ["Write", output({ decision: "block", reason: "format it" })],
        ["Bash", output({ hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: "hidden" } })],
      ],
      PostToolUseFailure: [["", "cat >> failures"]],
    },
    [
      call("write", { path: "a", content: "x" }),
      call("bash", { command: "echo secret" }),
      call("read", { path: "missing" }),
      DONE,
    ],
  );
  await using _ = harness;
  await harness.prompt("Go");
  expect(results()).toEqual([
    expect.stringMatching(/\|Hook: format it$/),
    "hidden",
    expect.stringContaining("missing"),
  ]);
  expect(inputs("failures")).toMatchObject([{ tool_name: "Read", error: expect.stringContaining("missing") }]);
});

test("a condition limits a hook to calls that fit a rule", async () => {
  const hook = (command: string, rule: string) => ({ type: "command", command, if: rule });
  const { harness, read } = await openProject(
    {
      PreToolUse: [
        ["Bash", hook("echo push >> ran", "Bash(git push:*)")],
        ["Bash", hook("echo echo >> ran", "Bash(echo *)")],
        ["Bash", hook("echo edit >> ran", "Edit(*)")],
      ],
    },
    [call("bash", { command: "true && echo hi" }), DONE],
  );
  await using _ = harness;
  await harness.prompt("Go");
  expect(read("ran")).toBe("echo\n");
});

test("continue: false ends the run", async () => {
  const { harness, results } = await openProject(
    { PreToolUse: [["", output({ continue: false, stopReason: "enough" })]] },
    [call("bash", { command: "touch made" }), { text: "never sent" }],
  );
  await using _ = harness;
  await harness.prompt("Go");
  expect([results(), harness.server.requests.length]).toEqual([["enough"], 1]);
});
