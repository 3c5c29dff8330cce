import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { expect, test } from "vitest";
import { formatDiagnostic, loadJsonText } from "../../../../src/core/json-file/index.ts";
import { settingsSchema } from "../../../../src/core/settings/index.ts";
import { type SessionOptions, type SessionSetup, sessionFor } from "../session-for.ts";

type Call = readonly [tool: string, args: Parameters<typeof fauxToolCall>[1]];

test("R401: what is optional may be absent; a wrong type is told by the name of the field", async () => {
  const results = await resultsOf([
    ["read", { path: "a.txt" }],
    ["read", { path: "a.txt", offset: "many", limit: {} }],
    ["bash", {}],
  ]);
  expect(results).toEqual([
    { isError: false, text: "one\n" },
    { isError: true, text: expect.stringMatching(/offset[\s\S]*limit/) },
    { isError: true, text: expect.stringContaining("command") },
  ]);
});

test("R106, R187: a session's skills are read, searched and used by commands under their names", async () => {
  const results = await resultsOf(
    [
      ["read", { path: "skill://tidy/notes.md" }],
      ["grep", { path: "skill://tidy", pattern: "Sweep" }],
      ["bash", { command: "wc -c <skill://tidy/notes.md" }],
      ["read", { path: "skill://other" }],
    ],
    { tools: ["read", "grep", "bash"] },
  );
  expect(results).toEqual([
    { isError: false, text: "Brooms first.\n" },
    { isError: false, text: "SKILL.md:5: Sweep." },
    { isError: false, text: expect.stringMatching(/^\s*14\s*$/) },
    { isError: true, text: 'There is no skill "other". There are: tidy.' },
  ]);
});

test("R186: bashInterceptor refuses what an active tool does, and nothing where it is off or the tool is absent", async () => {
  const cat: Call[] = [["bash", { command: "cat a.txt" }]];
  const settings = { bashInterceptor: { enabled: true } };
  const refused = { isError: true, text: "Blocked: use the read tool for this.\nThe command was: cat a.txt" };
  const done = { isError: false, text: "one\n" };
  expect(await resultsOf(cat, { settings })).toEqual([refused]);
  expect(await resultsOf(cat, { settings, tools: ["bash"] })).toEqual([done]);
  expect(await resultsOf(cat)).toEqual([done]);
});

test("R186: a rule that is no regular expression is reported with its line, and the others count", async () => {
  const rules = '{ "pattern": "^(", "tool": "read" },\n{ "pattern": "^cat", "tool": "read" }';
  const file = `{ "bashInterceptor": { "enabled": true, "patterns": [\n${rules}\n] } }`;
  const loaded = loadJsonText("settings.json", file, settingsSchema);
  expect(loaded.diagnostics.map(formatDiagnostic)).toEqual([
    'settings.json:2: "bashInterceptor.patterns.0.pattern" is no regular expression; ignored',
  ]);
  const settings = { bashInterceptor: { enabled: true, patterns: [{ pattern: "^cat", tool: "read" }] } };
  expect(loaded.value).toEqual(settings);
  expect(await resultsOf([["bash", { command: "cat a.txt" }]], { settings })).toMatchObject([{ isError: true }]);
});

test("R181: shellTimeoutSeconds ends a command that gives no limit", async () => {
  const results = await resultsOf([["bash", { command: "sleep 300" }]], { settings: { shellTimeoutSeconds: 1 } });
  expect(results).toEqual([{ isError: true, text: expect.stringMatching(/^Command timed out after 1 seconds, the/) }]);
});

async function resultsOf(calls: readonly Call[], options: SessionOptions = {}) {
  const asking = fauxAssistantMessage(
    calls.map(([tool, args]) => fauxToolCall(tool, args)),
    { stopReason: "toolUse" },
  );
  await using setup = await sessionFor([asking, fauxAssistantMessage("done")], options);
  await prepare(setup);
  await setup.session.prompt("go");
  return setup.session.messages.flatMap((message) =>
    message.role === "toolResult"
      ? [
          {
            isError: message.isError,
            text: message.content.map((block) => (block.type === "text" ? block.text : "")).join(),
          },
        ]
      : [],
  );
}

async function prepare({ cwd, services }: SessionSetup): Promise<void> {
  writeFileSync(join(cwd, "a.txt"), "one\n");
  const folder = join(services.agentDir, "skills", "tidy");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "SKILL.md"), "---\nname: tidy\ndescription: Tidies\n---\nSweep.\n");
  writeFileSync(join(folder, "notes.md"), "Brooms first.\n");
  await services.resources.reload();
}
