import { expect, test } from "vitest";
import {
  allToolNames,
  builtinTools,
  createAllTools,
  createCodingTools,
  createReadOnlyTools,
  createTool,
  createToolDefinition,
  type ToolName,
} from "../../../src/core/tools/index.ts";
import { runScript, sourceUrl } from "../run-script.ts";

test("P-TOOL-8: a session has read, bash, edit and write unless it asks for others", () => {
  expect(createCodingTools("/").map((tool) => tool.name)).toEqual(["read", "bash", "edit", "write"]);
  expect(createReadOnlyTools("/").map((tool) => tool.name)).toEqual(["read", "grep", "find", "ls"]);
  expect(Object.keys(createAllTools("/"))).toEqual([...allToolNames]);
});

test("every tool is made by its name, with its own options, and says what it is for", () => {
  for (const { name, prompt } of builtinTools) {
    const definition = createToolDefinition(name, "/");
    expect([createTool(name, "/").name, definition.name, definition.promptSnippet]).toEqual([
      name,
      name,
      prompt.promptSnippet,
    ]);
    expect(definition.parameters).toMatchObject({ type: "object" });
  }
  expect(() => createTool("nothing" as ToolName, "/")).toThrow("There is no built-in tool nothing.");
});

test("importing the tools loads none of the heavy libraries", async () => {
  const loaded = await runScript(`
    import { registerHooks } from "node:module";
    const seen = [];
    registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) });
    await import(${JSON.stringify(sourceUrl("core/tools/index.ts"))});
    console.log(seen.filter((url) => /node_modules/.test(url) && !/typebox/.test(url)).join());
  `);
  expect(loaded).toBe("\n");
});
