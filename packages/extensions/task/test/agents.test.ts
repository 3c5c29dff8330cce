import type { AgentDefinition, ExtensionAPI, ExtensionContext } from "@tau/coding-agent";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { readAgent } from "../agents/agent.ts";
import { describeAgents, findAgents } from "../agents/find-agents.ts";

const definition = (fields: Record<string, unknown>, rest: Partial<AgentDefinition> = {}) =>
  ({
    name: "helper",
    description: "Helps",
    systemPrompt: "You help.",
    filePath: "helper.md",
    fields,
    sourceInfo: {},
    ...rest,
  }) as AgentDefinition;

test("names of tools of other agents become Tau's", () => {
  const tools = ["Read", "Glob", "Bash(git diff:*)", "WebFetch", "mcp__files", "mcp__a__b", "exec"];
  expect(readAgent(definition({ disallowedTools: "Edit, MultiEdit" }, { tools }))).toMatchObject({
    tools: ["read", "find", "bash", "fetch", "mcp__files__*", "mcp__a__b", "bash", "eval"],
    excludedTools: ["edit", "edit"],
  });
});

test("a tool may have the name of something that every object has: one bad file does not take the others away", () => {
  expect(readAgent(definition({}, { tools: ["constructor", "toString", "read"] }))).toMatchObject({
    tools: ["constructor", "tostring", "read"],
  });
});

test("thinking, schema, turns and what it may spawn are read", () => {
  expect(
    readAgent(definition({ effort: "high", output: { type: "object" }, maxTurns: 7, spawns: "explore, plan" })),
  ).toEqual({
    ...{ name: "helper", description: "Helps", systemPrompt: "You help.", source: "helper.md" },
    ...{ thinking: "high", output: { type: "object" }, maxTurns: 7, spawns: ["explore", "plan"] },
  });
  expect(readAgent(definition({}, { tools: ["Task"] }))).toMatchObject({ spawns: "*" });
  expect(readAgent(definition({ permissionMode: "plan", background: true }))).toMatchObject({
    ...{ isPlanning: true, isBackground: true },
  });
  expect(readAgent(definition({ permissionMode: "bypassPermissions", background: false }))).toEqual({
    ...{ name: "helper", description: "Helps", systemPrompt: "You help.", source: "helper.md" },
  });
});

test.each([
  [{ thinking: "loud" }, /thinking is "loud", not one of off, minimal/],
  [{ output: "text" }, /output is not a JSON Schema/],
  [{ output: { type: "text" } }, /output is not a JSON Schema: #\/type: there is no type "text"/],
  [{ maxTurns: "many" }, /maxTurns is not a number above 0/],
])("front matter that says nonsense is one message: %j", (fields, message) => {
  const { problem } = readAgent(definition(fields)) as { problem: string };
  expect(problem).toMatch(message);
  expect(problem).toMatch(/^helper\.md: .*; this agent is left out$/);
});

test("agents of the folders of Tau, Claude, omp and pi are found; a file takes the place of a bundled one", async () => {
  let ctx: ExtensionContext | undefined;
  const catchContext = (pi: ExtensionAPI) =>
    pi.on("session_start", (_event, given) => {
      ctx = given;
    });
  const agent = (what: string) => `---\ndescription: ${what}\n---\nYou work.`;
  await using harness = await createExtensionHarness({
    extensions: [catchContext],
    files: {
      ".tau/agents/one.md": agent("one"),
      ".claude/agents/two.md": agent("two"),
      ".omp/agents/three.md": agent("three"),
      ".pi/agents/four.md": agent("four"),
      ".tau/agents/explore.md": agent("ours"),
      ".tau/agents/bad.md": "---\ndescription: bad\ntools: [read\n---\nBad.",
    },
  });
  if (!ctx) throw new Error("not started");
  const { agents, problems } = await findAgents(ctx, ["plan"]);
  expect([...agents.keys()].sort()).toEqual(["explore", "four", "one", "quick_task", "review", "task", "three", "two"]);
  expect(agents.get("explore")).toMatchObject({ description: "ours" });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/bad\.md:\d+: .*this agent is left out$/);
  expect(describeAgents(agents.values()).split("\n").sort()).toEqual([
    "- explore: ours",
    "- four: four",
    "- one: one",
    "- three: three",
    "- two: two",
    "More agents for task:",
  ]);
  expect(harness.errors).toEqual([]);
});
