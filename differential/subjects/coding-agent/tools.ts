import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import type { Library } from "../../library.ts";
import { subject } from "../../subject.ts";

const content = fc
  .array(fc.constantFrom("alpha", "beta", "  gamma", "", "delta epsilon", "漢字", "\ttab", "alpha"), { maxLength: 8 })
  .chain((lines) =>
    fc.constantFrom(lines.join("\n"), `${lines.join("\n")}\n`, lines.join("\r\n"), `\ufeff${lines.join("\n")}`),
  );
const files = fc.dictionary(
  fc.constantFrom("a.txt", "src/b.ts", "src/deep/c.md", ".hidden", "node_modules/x/y.js", "image.png"),
  content,
  { maxKeys: 5 },
);
const path = fc.constantFrom(
  "a.txt",
  "src/b.ts",
  "src",
  ".",
  "missing.txt",
  "./a.txt",
  "src/deep",
  "",
  "@a.txt",
  "../outside/none",
);

const call = fc.oneof(
  fc.record({
    tool: fc.constant("read" as const),
    args: fc.record(
      { path, offset: fc.constantFrom(1, 2, 0, -1, 100), limit: fc.constantFrom(1, 2, 0) },
      { requiredKeys: ["path"] },
    ),
  }),
  fc.record({
    tool: fc.constant("write" as const),
    args: fc.record({ path: fc.constantFrom("a.txt", "new/dir/file.txt", "src"), content }),
  }),
  fc.record({
    tool: fc.constant("edit" as const),
    args: fc.record({
      path,
      edits: fc.array(
        fc.record({
          oldText: fc.constantFrom("alpha", "beta", "", "missing", "gamma", "alpha\nbeta", "delta  epsilon"),
          newText: fc.constantFrom("ALPHA", "", "beta", "two\nlines"),
        }),
        { maxLength: 2 },
      ),
    }),
  }),
  fc.record({
    tool: fc.constant("ls" as const),
    args: fc.record({ path, limit: fc.constantFrom(1, 2, 100) }, { requiredKeys: [] }),
  }),
  fc.record({
    tool: fc.constant("bash" as const),
    args: fc.constantFrom<{ command: string; timeout?: number }>(
      { command: "echo hi" },
      { command: "echo out; echo err >&2; exit 3" },
      { command: "cat a.txt" },
      { command: "printf x" },
      { command: "true" },
      { command: "pwd" },
      { command: "" },
      { command: "kill -9 $$" },
      { command: "sleep 5", timeout: 0.05 },
    ),
  }),
);

export const toolSubjects = [
  subject({
    name: "coding-agent/tools",
    inputs: fc.record({ files, calls: fc.array(call, { minLength: 1, maxLength: 3 }) }),
    runs: 200,
    run: async (library, { files, calls }) => {
      const folder = join(library.root, "tools");
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      const results: unknown[] = [];
      for (const { tool, args } of calls) results.push(await execute(library, folder, tool, args));
      const after = ["a.txt", "src/b.ts", "new/dir/file.txt"].map((name) =>
        existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : undefined,
      );
      return { results, after };
    },
  }),
  subject({
    name: "coding-agent/tool-definitions",
    inputs: fc.constantFrom("read", "write", "edit", "ls", "bash", "grep", "find", "powershell"),
    runs: 8,
    run: ({ codingAgent, root }, name) => {
      const make = {
        read: codingAgent.createReadToolDefinition,
        write: codingAgent.createWriteToolDefinition,
        edit: codingAgent.createEditToolDefinition,
        ls: codingAgent.createLsToolDefinition,
        bash: codingAgent.createBashToolDefinition,
        grep: codingAgent.createGrepToolDefinition,
        find: codingAgent.createFindToolDefinition,
        powershell: codingAgent.createPowerShellToolDefinition,
      }[name];
      const definition = make?.(root) as unknown as Record<string, unknown> & {
        parameters: { properties: Record<string, { type?: string }>; required?: string[] };
      };
      return {
        name: definition.name,
        label: typeof definition.label,
        properties: Object.fromEntries(
          Object.entries(definition.parameters.properties).map(([key, value]) => [key, value.type]),
        ),
        required: [...(definition.parameters.required ?? [])].sort(),
        members: Object.keys(definition)
          .filter((key) => ["execute", "renderCall", "renderResult", "promptSnippet", "prepareArguments"].includes(key))
          .sort(),
      };
    },
  }),
  subject({
    name: "coding-agent/tool-sets",
    inputs: fc.constantFrom("coding", "read-only"),
    runs: 2,
    run: ({ codingAgent, root }, kind) =>
      (kind === "coding" ? codingAgent.createCodingTools(root) : codingAgent.createReadOnlyTools(root)).map(
        (tool) => tool.name,
      ),
  }),
  subject({
    name: "coding-agent/bash-operations",
    inputs: fc.constantFrom("echo hi", "exit 4", "echo a; echo b >&2", "sleep 5", "kill -9 $$"),
    runs: 10,
    run: async ({ codingAgent, root }, command) => {
      const operations = codingAgent.createLocalBashOperations();
      let output = "";
      const options = {
        onData: (chunk: Buffer) => {
          output += chunk.toString();
        },
        ...(command === "sleep 5" ? { timeout: 0.05 } : {}),
      };
      const outcome = await operations.exec(command, root, options as never).then(
        (result) => result,
        () => "rejects",
      );
      return { output: output.split("\n").sort(), outcome };
    },
  }),
  subject({
    name: "coding-agent/shell-config",
    inputs: fc.constantFrom(undefined, "/bin/sh", "/bin/bash", "/missing/shell"),
    runs: 4,
    run: ({ codingAgent }, shell) => codingAgent.getShellConfig(shell),
  }),
  subject({
    name: "coding-agent/image-mime",
    inputs: fc.constantFrom(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ",
      "R0lGODlhAQABAAAAACw=",
      "/9j/4AAQSkZJRgABAQ==",
      "UklGRiQAAABXRUJQVlA4",
      "aGVsbG8=",
      "",
      "Qk0=",
    ),
    runs: 7,
    run: async ({ codingAgent, root }, data) => {
      const file = join(root, "image.bin");
      writeFileSync(file, Buffer.from(data, "base64"));
      return codingAgent.detectSupportedImageMimeTypeFromFile(file);
    },
  }),
];

async function execute({ codingAgent }: Library, folder: string, tool: string, args: object): Promise<unknown> {
  const make = {
    read: codingAgent.createReadTool,
    write: codingAgent.createWriteTool,
    edit: codingAgent.createEditTool,
    ls: codingAgent.createLsTool,
    bash: codingAgent.createBashTool,
  }[tool];
  if (!make) throw new Error(`There is no tool ${tool}.`);
  try {
    const result = (await (
      make(folder) as unknown as { execute(id: string, args: object): Promise<{ content: unknown; details?: unknown }> }
    ).execute("call", args)) as { content: { type: string; text?: string }[]; details?: Record<string, unknown> };
    return {
      content: tool === "write" || tool === "edit" ? result.content.map((part) => part.type) : result.content,
      details:
        result.details === undefined
          ? undefined
          : Object.keys(result.details)
              .filter((key) => result.details?.[key] !== undefined)
              .sort(),
    };
  } catch {
    return "[throws]";
  }
}
