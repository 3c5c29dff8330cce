import { readFileSync } from "node:fs";
import type { ExtensionAPI } from "@tau/coding-agent";
import { createExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { manifest as mcp } from "../../mcp/manifest.ts";
import { serverFile } from "../../mcp/test/server-file.ts";
import { manifest as toolSearch } from "../../tool-search/manifest.ts";
import { manifest } from "../manifest.ts";

const script = (code: string) => ({ toolCalls: [{ name: "codemode", arguments: { code } }] });

function open(code: string, options: Partial<ExtensionHarnessOptions> = {}) {
  return createExtensionHarness({ extensions: [manifest], script: [script(code), { text: "done" }], ...options });
}

type Harness = Awaited<ReturnType<typeof open>>;

/** Runs the script and returns the result that the model gets. */
async function resultOf(harness: Harness) {
  await harness.prompt("go");
  expect(harness.errors).toEqual([]);
  const result = harness.session.messages.findLast((message) => message.role === "toolResult");
  if (result?.role !== "toolResult") throw new Error("There is no result.");
  const text = result.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  return { ...result, text };
}

test("a script calls tools and only its output reaches the model", async () => {
  await using harness = await open(
    `const files = await Promise.all(["a.txt", "b.txt"].map((path) => tools.read({ path })));
     console.log("read", files.length);
     text({ lengths: files.map((file) => file.length) });
     return files.map((file) => file.split("\\n")[0]).join(",");`,
    { files: { "a.txt": "alpha\nsecret", "b.txt": "beta\nsecret" } },
  );
  const { text, isError, nestedCalls, details } = await resultOf(harness);
  expect(text.replace(/\d+\.\d s/, "T s")).toMatchInlineSnapshot(`
    "Script completed (T s, 2 calls).
    ==> text 1/2 <==
    {"lengths":[12,11]}
    ==> text 2/2 <==
    alpha,beta
    <console_output>
    read 2
    </console_output>"
  `);
  expect(isError).toBe(false);
  expect(nestedCalls).toMatchObject({ complete: true, calls: [{ name: "read", status: "ok" }, { name: "read" }] });
  expect(details).toMatchObject({ count: 2, failed: 0 });
  expect(JSON.stringify(harness.server.requests.at(-1)?.body)).not.toContain("secret");
});

/** A tool that scripts alone can call, with a structured result. */
function weather(pi: ExtensionAPI): void {
  pi.registerTool({
    name: "weather",
    label: "Weather",
    description: "Tells the weather of a city.",
    promptGuidelines: ["Ask for one city at a time."],
    exposure: "codemode",
    parameters: Type.Object({ city: Type.String() }),
    outputSchema: Type.Object({ degrees: Type.Number() }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    execute: async (_id, { city }) => ({
      content: [{ type: "text", text: `Warm in ${city}` }],
      details: {},
      structuredContent: { degrees: city.length },
    }),
  });
}

interface Declaration {
  readonly name: string;
  readonly description: string;
}

/** The descriptions of the tools in the first request, by name. */
function declared({ server }: Harness): Map<string, string> {
  const body = (server.requests[0]?.body ?? {}) as { tools?: (Declaration & { readonly function?: Declaration })[] };
  return new Map(
    (body.tools ?? []).map((tool) => tool.function ?? tool).map(({ name, description }) => [name, description]),
  );
}

test("each call is judged on its own: a handler refuses one, and the script goes on", async () => {
  const refuse = (pi: ExtensionAPI) =>
    pi.on("tool_call", ({ toolName }) => (toolName === "bash" ? { block: true, reason: "No commands." } : undefined));
  await using harness = await open(
    `const [read, bash] = await Promise.allSettled([tools.read({ path: "a.txt" }), tools.bash({ command: "touch made" })]);
     return [read.value, bash.reason.message]`,
    { extensions: [manifest, refuse], files: { "a.txt": "alpha" } },
  );
  const { text, nestedCalls } = await resultOf(harness);
  expect(text).toContain('["alpha","No commands."]');
  expect(nestedCalls?.calls.map(({ name, status }) => [name, status])).toEqual([
    ["read", "ok"],
    ["bash", "error"],
  ]);
  expect(await harness.workspace.list()).toEqual(["a.txt"]);
});

test("scripts reach tools that the model would have to search, find them and read their types", async () => {
  await using harness = await open(
    `const [found] = await searchTools("weather of a city");
     const { degrees } = await tools[found.name]({ city: "Delft" });
     return [found.name, degrees, await describeTool(found.name), await describeTool("nosuch") ?? null, ALL_TOOLS.length > 3]`,
    { extensions: [manifest, toolSearch, weather], settings: { tools: { essential: ["codemode"] } } },
  );
  const { text } = await resultOf(harness);
  expect(JSON.parse(text.slice(text.indexOf("[")))).toEqual([
    "weather",
    5,
    "/** Tells the weather of a city. Ask for one city at a time. */\ntools.weather(args: { city: string }): Promise<{ degrees: number }>",
    null,
    true,
  ]);
  const tools = declared(harness);
  expect(tools.has("weather")).toBe(false);
  expect(tools.get("codemode")).toContain("tools.weather(args: { city: string }): Promise<{ degrees: number }>");
});

const only = (inlineBudget?: number) => ({
  codemode: { mode: "only", ...(inlineBudget === undefined ? {} : { inlineBudget }) },
});

test("with the mode only, the description replaces the declarations, within its budget", async () => {
  await using harness = await open("return 1", { settings: only() });
  await resultOf(harness);
  const tools = declared(harness);
  expect([...tools.keys()]).toEqual(["codemode"]);
  expect(tools.get("codemode")).toMatch(/tools\.read\(args: \{ path: string.*\}\): Promise<string>/);
  await using small = await open("return 1", { settings: only(0) });
  await resultOf(small);
  expect(declared(small).get("codemode")).not.toContain("tools.read(");
});

test("tools of a server with exposure codemode are for scripts, and declare codemode", async () => {
  await using harness = await createExtensionHarness({
    extensions: [manifest, toolSearch, mcp],
    files: serverFile({ one: "rich" }, { exposure: "codemode" }),
    script: [
      script(
        `const space = await describeNamespace("one");
         return [space.tools.map(({ name }) => name), await tools.mcp__one__structured({}), await searchTools("fails", { namespace: "one" })]`,
      ),
      { text: "done" },
    ],
  });
  const { text } = await resultOf(harness);
  const [names, structured, found] = JSON.parse(text.slice(text.indexOf("[")));
  expect(names).toEqual(["mcp__one__rich", "mcp__one__large", "mcp__one__structured", "mcp__one__fails"]);
  expect(structured).toEqual({ degrees: 21 });
  expect(found).toMatchObject([{ name: "mcp__one__fails" }]);
  const tools = declared(harness);
  expect([...tools.keys()].filter((name) => name.startsWith("mcp__"))).toEqual([]);
  expect(tools.get("codemode")).toContain("Namespaces to search: one");
});

test("values are stored for later scripts of the branch, if the script completes", async () => {
  const codes = [
    "store('a', { n: 1 }); store('__proto__', 2); return load('a')",
    "store('a', 5); throw new Error('oh')",
    "const values = [load('a'), load('__proto__'), load('b') ?? null, load('toString') ?? null]; store('a', undefined); return values",
    "return load('a') ?? 'deleted'",
    "store('big', 'x'.repeat(300000))",
  ];
  const answers = [...codes.map(script), { text: "done" }];
  await using harness = await open("", { script: answers });
  await harness.prompt("go");
  const texts = harness.session.messages.flatMap((message) =>
    message.role === "toolResult" ? message.content.map((block) => (block.type === "text" ? block.text : "")) : [],
  );
  expect(texts.map((text) => text.slice(text.indexOf("\n") + 1))).toEqual([
    '{"n":1}',
    "Script error: Error: oh (line 1)",
    '[{"n":1},2,null,null]',
    "deleted",
    'Script error: Nothing was stored: the value of "big" exceeds 262144 characters.',
  ]);
});

test("a long output is cut in the middle, and the whole of it is an artifact", async () => {
  await using harness = await open(
    '// @options: {"max_output_tokens": 100}\nreturn "begin" + "x".repeat(5000) + "end"',
  );
  const { text, details } = await resultOf(harness);
  expect(text).toMatch(/\nbeginx+\n\[… 4608 characters left out; the whole output: artifact:\/\/\d+ …\]\nx+end$/);
  const { fullOutputPath } = details as { fullOutputPath: string };
  expect(readFileSync(fullOutputPath, "utf8")).toHaveLength(5008);
});

test("images of tools can be shown", async () => {
  await using harness = await open(
    "image('data:image/png;base64,iVBORw0KGgo='); image({ url: 'x' }); exit(); text('never')",
  );
  const { content, text } = await resultOf(harness);
  expect(content.at(-1)).toEqual({ type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" });
  expect(text).toContain("[image: neither a data: URL nor an image block");
  expect(text).not.toContain("never");
});

test("the screen shows the source and the calls, folded and unfolded", async () => {
  const lines = Array.from({ length: 9 }, (_, index) => `// line ${index + 2}`);
  const source = [
    "for (let i = 0; i < 7; i++) await tools.read({ path: 'f' + i + '.txt' });",
    ...lines,
    "return 'out'",
  ];
  const files = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`f${index}.txt`, "text"]));
  await using harness = await open(source.join("\n"), { mode: "tui", columns: 80, rows: 40, files });
  const { terminal } = harness;
  terminal.press(..."go", "enter");
  await terminal.waitForText("done");
  await terminal.waitForText("5 more lines (ctrl+o shows all)");
  expect(terminal.window.text()).toContain("2 earlier calls");
  expect(terminal.window.text()).toMatch(/✓ read f6\.txt \d+ ms/);
  terminal.press("ctrl+o");
  await terminal.waitForText("✓ read f0.txt");
  await terminal.waitForText("11 return 'out'");
});
