import type { AgentTool } from "@tau/agent";
import { Type } from "typebox";
import { expect, test } from "vitest";
import type { ExtensionToolContext, ToolDefinition } from "../../../src/core/extensions/contract/index.ts";
import {
  createToolDefinitionFromAgentTool,
  wrapToolDefinition,
} from "../../../src/core/extensions/extension/wrap-tool-definition.ts";

const parameters = Type.Object({ name: Type.String() });

const greet: AgentTool = {
  name: "greet",
  label: "Greet",
  description: "Says hello",
  parameters,
  executionMode: "sequential",
  execute: async (id, { name }: { name: string }, _signal, onUpdate) => {
    onUpdate?.({ content: [{ type: "text", text: "…" }], details: id });
    return { content: [{ type: "text", text: `Hello ${name}` }], details: id };
  },
};

test("P-TOOL-6: the context of the call is the fifth argument, and what draws the tool is left behind", async () => {
  const context = { cwd: "/somewhere" } as ExtensionToolContext;
  const definition: ToolDefinition = {
    ...createToolDefinitionFromAgentTool(greet),
    promptSnippet: "Greets",
    renderCall: () => ({ render: () => [], invalidate: () => undefined }),
    execute: async (id, _params, _signal, _onUpdate, ctx) => ({
      content: [{ type: "text", text: `${id} in ${ctx.cwd}` }],
      details: undefined,
    }),
  };
  const tool = wrapToolDefinition(definition, (id) => ({ ...context, cwd: `/${id}` }) as ExtensionToolContext);
  expect(Object.keys(tool).sort()).toEqual(["description", "execute", "executionMode", "label", "name", "parameters"]);
  expect(await tool.execute("1", {})).toEqual({ content: [{ type: "text", text: "1 in /1" }], details: undefined });
});

test("P-TOOL-7: a tool made into a definition and back is the same tool", async () => {
  const { execute, ...facts } = wrapToolDefinition(createToolDefinitionFromAgentTool(greet));
  const { execute: own, ...expected } = greet;
  expect(facts).toEqual(expected);
  const updates: unknown[] = [];
  const result = await execute("7", { name: "you" }, undefined, (partial) => updates.push(partial.details));
  expect([result, updates]).toEqual([await own("7", { name: "you" }), ["7"]]);
});
