import { createWorkspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { findUnknownName } from "../../../src/core/workspace/known-values.ts";
import { openWorkspace } from "../../../src/core/workspace/workspace.ts";

async function opened(settings: object = {}) {
  const workspace = await createWorkspace();
  await workspace.configure("settings.json", settings);
  const models = [{ id: "own", contextWindow: 1000, maxTokens: 100 }];
  const own = { baseUrl: "http://127.0.0.1:9/v1", api: "openai-completions", apiKey: "k", models };
  await workspace.configure("models.json", { providers: { mine: own } });
  const known = await openWorkspace({ cwd: workspace.cwd, agentDir: workspace.tauHome });
  return Object.assign(known, { [Symbol.asyncDispose]: () => workspace[Symbol.asyncDispose]() });
}

test.each([
  ["theme", "light/dark"],
  ["theme", "system"],
  ["defaultProvider", "anthropic"],
  ["defaultProvider", "mine"],
  ["defaultModel", "own"],
  ["defaultModel", "gpt-5.5"],
  ["enabledModels", ["anthropic/*", "own:high"]],
  ["modelRoles.smol", "claude-haiku-4-5"],
  ["modelRoles", { slow: "mine/own" }],
  ["fallbackModels", []],
  ["defaultTools", ["+grep", "-bash", "calc", "mcp__*"]],
  ["quietStartup", true],
] as const)("%s may be %j", async (path, value) => {
  await using known = await opened();
  expect(await findUnknownName(path, value, known)).toBeUndefined();
});

test.each([
  ["theme", "lite", /^There is no theme "lite"\. There are: dark, midnight, /],
  ["theme", "light/drak", /^There is no theme "drak"\./],
  ["defaultProvider", "antropic", /^There is no provider "antropic"\. Did you mean anthropic\?$/],
  ["defaultModel", "ow", /^There is no model "ow"\./],
  ["defaultModel", "mine/own", /^Set defaultProvider to mine and defaultModel to own\.$/],
  ["enabledModels", ["anthropic/*", "zzzz/*"], /^There is no model "zzzz\/\*"\./],
  ["modelRoles.smol", "zzzzzz", /^There is no model "zzzzzz"\./],
  ["modelRoles", { slow: "zzzzzz" }, /^There is no model "zzzzzz"\./],
  ["defaultTools", ["+gerp"], /^There is no tool "gerp"\. Did you mean grep\?$/],
  ["defaultTools", ["mcp__none__x"], /^There is no tool "mcp__none__x"\. There are: read, /],
] as const)("%s cannot be %j", async (path, value, problem) => {
  await using known = await opened();
  expect(await findUnknownName(path, value, known)).toMatch(problem);
});

test("a model counts with the provider that is set", async () => {
  await using known = await opened({ defaultProvider: "anthropic" });
  expect(await findUnknownName("defaultModel", "own", known)).toBe(
    "Set defaultProvider to mine and defaultModel to own.",
  );
});

test("tools that a session has count too", async () => {
  await using known = await opened();
  expect(await findUnknownName("defaultTools", ["weather"], { ...known, tools: ["weather"] })).toBeUndefined();
});
