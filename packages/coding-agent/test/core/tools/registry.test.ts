import { expect, test } from "vitest";
import {
  bashTool,
  codingTools,
  editTool,
  findTool,
  grepTool,
  lsTool,
  readOnlyTools,
  readTool,
  writeTool,
} from "../../../src/compat/pi/default-tools.ts";
import {
  allToolNames,
  builtinTools,
  createAllToolDefinitions,
  createAllTools,
  createCodingToolDefinitions,
  createCodingTools,
  createReadOnlyToolDefinitions,
  createReadOnlyTools,
  createTool,
  createToolDefinition,
  describeCall,
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

test("R400: every parameter of every tool is described, by JSON Schema that any provider takes", () => {
  for (const { name, create } of builtinTools) {
    const { parameters } = create("/", {});
    expect(JSON.parse(JSON.stringify(parameters)), name).toEqual(parameters);
    for (const schema of schemasIn(parameters as JsonSchema)) {
      expect(Object.keys(schema).filter((key) => !PLAIN_KEYWORDS.has(key))).toEqual([]);
      for (const [key, property] of Object.entries(schema.properties ?? {}))
        expect(property.description, `${name}.${key}`).toMatch(/\w/);
    }
  }
});

interface JsonSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

const PLAIN_KEYWORDS = new Set(["type", "properties", "required", "items", "description", "additionalProperties"]);

function schemasIn(schema: JsonSchema): JsonSchema[] {
  const parts = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])];
  return [schema, ...parts.flatMap(schemasIn)];
}

test("the tools of the folder the program was started in are there as values", () => {
  expect(codingTools.map((tool) => tool.name)).toEqual(["read", "bash", "edit", "write"]);
  expect(readOnlyTools).toEqual([readTool, grepTool, findTool, lsTool]);
  expect(codingTools).toEqual([readTool, bashTool, editTool, writeTool]);
});

test("definitions are the tools with their part of the system prompt", () => {
  expect(createCodingToolDefinitions("/").map((tool) => tool.name)).toEqual(["read", "bash", "edit", "write"]);
  expect(createReadOnlyToolDefinitions("/").map((tool) => tool.name)).toEqual(["read", "grep", "find", "ls"]);
  expect(Object.keys(createAllToolDefinitions("/"))).toEqual([...allToolNames]);
});

test("a call is described by its effect and what it touches", () => {
  expect(describeCall("read", { path: "a" }, "/w")).toEqual({ tool: "read", effect: "read", paths: ["/w/a"] });
  expect(describeCall("ls", {}, "/w")).toEqual({ tool: "ls", effect: "read", paths: ["/w"] });
  expect(describeCall("edit", { path: "/etc/x", edits: [] }, "/w")).toEqual({
    tool: "edit",
    effect: "write",
    paths: ["/etc/x"],
  });
  expect(describeCall("bash", { command: "ls" }, "/w")).toEqual({
    tool: "bash",
    effect: "execute",
    paths: ["/w"],
    command: "ls",
  });
  for (const [tool, url] of [
    ["read", "skill://pdf/references/a.md:1-9"],
    ["grep", "artifact://3"],
  ] as const)
    expect(describeCall(tool, { path: url }, "/w")).toEqual({ tool, effect: "read", paths: [url] });
  // A tool that knows no URLs, and a scheme that is none of ours, mean a file.
  expect(describeCall("ls", { path: "skill://a" }, "/w").paths).toEqual(["/w/skill:/a"]);
  expect(describeCall("read", { path: "x://../../../etc/passwd" }, "/w").paths).toEqual(["/etc/passwd"]);
  expect(describeCall("mcp__x", { path: "a" }, "/w")).toEqual({ tool: "mcp__x", effect: "unknown" });
});

test("a command of another tool runs outside of the sandbox, unless the tool says that it is confined", () => {
  const described = (isConfined: boolean | undefined, isBattery: boolean) =>
    describeCall("app", {}, "/w", {
      isBattery,
      describe: () => ({
        ...{ effect: "execute" as const, command: "./app" },
        ...(isConfined === undefined ? {} : { isConfined }),
      }),
    });
  for (const isBattery of [true, false]) {
    expect(described(undefined, isBattery)).toMatchObject({ command: "./app", isUnconfined: true });
    expect(described(false, isBattery)).toMatchObject({ isUnconfined: true });
    expect(described(true, isBattery)).not.toHaveProperty("isUnconfined");
  }
});

test("importing the tools loads neither heavy libraries nor what starts processes", async () => {
  const loaded = await runScript(`
    import { registerHooks } from "node:module";
    const seen = [];
    registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) });
    await import(${JSON.stringify(sourceUrl("core/tools/index.ts"))});
    const heavy = /node_modules|^node:(child_process|net|worker_threads)$/;
    console.log(seen.filter((url) => heavy.test(url)).join());
  `);
  expect(loaded).toBe("\n");
});
