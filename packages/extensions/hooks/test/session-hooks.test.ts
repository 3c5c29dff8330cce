import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { call, openProject } from "./hook-project.ts";

const output = (value: object) => `printf '%s' '${JSON.stringify(value)}'`;

test("plain output of SessionStart and UserPromptSubmit hooks reaches the model with the prompt", async () => {
  const { harness, inputs } = await openProject(
    {
      SessionStart: [
        ["startup", "cat >> starts; echo 'the branch is main'"],
        ["resume", "touch wrong"],
      ],
      UserPromptSubmit: [["ignored", "cat >> prompts; echo 'it is Monday'"]],
    },
    [{ text: "Hello." }],
  );
  await using _ = harness;
  await harness.prompt("Go");
  const body = JSON.stringify(harness.server.requests[0]?.body);
  expect(body).toContain("the branch is main");
  expect(body).toContain("it is Monday");
  expect(inputs("starts")).toMatchObject([{ hook_event_name: "SessionStart", source: "startup" }]);
  expect(inputs("prompts")).toMatchObject([{ prompt: "Go" }]);
});

test("a UserPromptSubmit hook that blocks keeps the prompt from the model, and the user reads why", async () => {
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    const { harness } = await openProject(
      { UserPromptSubmit: [["", output({ decision: "block", reason: "there is a key in it" })]] },
      [{ text: "never" }],
    );
    await using _ = harness;
    await harness.prompt("my key is 123");
    expect(harness.server.requests).toEqual([]);
    expect(said.mock.calls.join("")).toContain("A hook refused the prompt: there is a key in it");
  } finally {
    said.mockRestore();
  }
});

test("a Stop hook continues the run, is told so the second time, and is not asked without end", async () => {
  const answers = Array.from({ length: 12 }, (_, index) => ({ text: `Answer ${index}` }));
  const { harness, inputs } = await openProject(
    { Stop: [["", "cat >> stops; echo 'run the tests' >&2; exit 2"]] },
    answers,
  );
  await using _ = harness;
  await harness.prompt("Go");
  expect(harness.server.requests).toHaveLength(9);
  expect(JSON.stringify(harness.server.requests[1]?.body)).toContain("run the tests");
  expect(
    inputs("stops").map(({ stop_hook_active, last_assistant_message }) => [stop_hook_active, last_assistant_message]),
  ).toEqual(Array.from({ length: 8 }, (_, index) => [index > 0, `Answer ${index}`]));
});

test("PreCompact can refuse a compaction; SessionEnd runs when the session closes", async () => {
  const { harness, inputs } = await openProject(
    {
      PreCompact: [["manual", "cat >> compactions; echo 'not now' >&2; exit 2"]],
      SessionEnd: [["", `cat > "$TAU_TEST_END"`]],
    },
    [{ text: "One." }, { text: "Two." }],
    { settings: { compaction: { keepRecentTokens: 1 } } },
  );
  const end = join(harness.workspace.home, "end.json");
  process.env.TAU_TEST_END = end;
  try {
    await harness.prompt("Go");
    await harness.prompt("On");
    await expect(harness.session.compact("short")).rejects.toThrow();
    expect(inputs("compactions")).toMatchObject([{ trigger: "manual", custom_instructions: "short" }]);
    await harness.session.dispose();
    expect(JSON.parse(readFileSync(end, "utf8"))).toMatchObject({ hook_event_name: "SessionEnd", reason: "other" });
  } finally {
    delete process.env.TAU_TEST_END;
    await harness[Symbol.asyncDispose]();
  }
});

test("the same hook in two files runs once; hooks of Tau's own settings and of the local file run too", async () => {
  const hook = { hooks: [{ type: "command", command: "echo same >> ran" }] };
  const local = { hooks: [{ type: "command", command: "echo local >> ran" }] };
  const { harness, read } = await openProject(
    { PreToolUse: [["", "echo same >> ran"]] },
    [call("bash", { command: "true" }), { text: "Done." }],
    {
      files: {
        ".claude/settings.local.json": JSON.stringify({ hooks: { PreToolUse: [hook, local] } }),
      },
      settings: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "echo own >> ran" }] }] } },
    },
  );
  await using _ = harness;
  await harness.prompt("Go");
  expect(read("ran").trim().split("\n").toSorted()).toEqual(["local", "own", "same"]);
});
