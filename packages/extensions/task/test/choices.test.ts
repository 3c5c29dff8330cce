import { expect, test } from "vitest";
import type { Agent } from "../agents/agent.ts";
import { chooseModel, type ModelSources } from "../choose-model.ts";
import { chooseTools } from "../choose-tools.ts";

const agent = (rest: Partial<Agent> = {}): Agent => ({
  ...{ name: "own", description: "Mine", systemPrompt: "You.", source: "own.md" },
  ...rest,
});

const models = [
  ["near", "large-1"],
  ["near", "sonnet-4"],
  ["far", "sonnet-5"],
  ["far", "tiny"],
].map(([provider, id]) => ({ provider, id })) as unknown as ModelSources["available"];

const sources = (settings: Partial<ModelSources["settings"]> = {}): ModelSources => ({
  available: models,
  active: models[0],
  settings: { agentModelOverrides: {}, modelRoles: {}, ...settings },
});

const chosen = (own: Partial<Agent>, settings?: Partial<ModelSources["settings"]>) => {
  const { model, ...rest } = chooseModel(agent(own), sources(settings));
  return { ...(typeof model === "object" ? { model: `${model.provider}/${model.id}` } : {}), ...rest };
};

test("P-OMP-37: the user's override comes first, then the file, then the parent's model", () => {
  expect(chosen({ model: "tiny" }, { agentModelOverrides: { own: "far/sonnet-5:high" } })).toEqual({
    model: "far/sonnet-5",
    thinkingLevel: "high",
  });
  expect(chosen({ model: "tiny" })).toEqual({ model: "far/tiny" });
  expect(chosen({})).toEqual({});
  expect(chosen({ model: "inherit", thinking: "low" })).toEqual({ thinkingLevel: "low" });
});

test("an agent or a model may have the name of something that every object has", () => {
  expect(chooseModel(agent({ name: "constructor" }), sources())).toEqual({});
  expect(chosen({ model: "toString" }).warning).toMatch('There is no model "toString"');
});

test("a role means its model, and the parent's where none is set; a part of a name prefers the provider in use", () => {
  expect(chosen({ model: "smol" }, { modelRoles: { smol: "far/tiny" } })).toEqual({ model: "far/tiny" });
  expect(chosen({ model: "pi/smol" }, { modelRoles: { smol: "far/tiny" } })).toEqual({ model: "far/tiny" });
  expect(chosen({ model: "smol" })).toEqual({});
  expect(chosen({ model: "sonnet" })).toEqual({ model: "near/sonnet-4" });
  expect(chosen({ model: "unknown, tiny" })).toEqual({ model: "far/tiny" });
});

test("the agent's own thinking counts more than that of a pattern; a model that is not there is a warning", () => {
  expect(chosen({ model: "tiny:high", thinking: "low" })).toEqual({ model: "far/tiny", thinkingLevel: "low" });
  expect(chosen({ model: "opus" })).toEqual({
    warning: 'There is no model "opus" for own: it ran with the one in use.',
  });
});

const offered = ["read", "bash", "edit", "todo", "task"];

test("P-OMP-42, P-TOOL-62: agents never have todo and ask; task only where they may hand on", () => {
  const never = ["todo", "ask"];
  expect(chooseTools(agent(), { offered, spawns: true, isPlanning: false })).toEqual({
    tools: offered,
    excludeTools: [...never, "task"],
  });
  expect(chooseTools(agent({ spawns: "*", tools: ["read"] }), { offered, spawns: true, isPlanning: false })).toEqual({
    tools: ["read", "task"],
    excludeTools: never,
  });
  expect(chooseTools(agent({ spawns: "*" }), { offered, spawns: false, isPlanning: false })).toMatchObject({
    excludeTools: [...never, "task"],
  });
  expect(chooseTools(agent({ excludedTools: ["bash"] }), { offered, spawns: true, isPlanning: false })).toMatchObject({
    excludeTools: [...never, "task", "bash"],
  });
});

test("P-OMP-40: in plan mode agents only read, and hand nothing on", () => {
  expect(chooseTools(agent({ spawns: "*" }), { offered, spawns: true, isPlanning: true })).toEqual({
    tools: ["read"],
    excludeTools: ["todo", "ask", "task"],
  });
});

test("an agent whose file says plan only reads in every mode", () => {
  expect(chooseTools(agent({ spawns: "*", isPlanning: true }), { offered, spawns: true, isPlanning: false })).toEqual({
    tools: ["read"],
    excludeTools: ["todo", "ask", "task"],
  });
});
