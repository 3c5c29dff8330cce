import type { ExtensionAPI } from "@tau/coding-agent";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { manifest } from "../manifest.ts";

/** One session for all cases: the model sends the script of the prompt. */
let harness: Awaited<ReturnType<typeof createExtensionHarness>>;
let code = "";
let isSent = false;
const stopped: string[] = [];
let hanging = Promise.withResolvers<void>();

beforeAll(async () => {
  harness = await createExtensionHarness({
    extensions: [manifest, testTools],
    settings: { codemode: { maxCalls: 500, memory: 32 } },
    script: () => {
      isSent = !isSent;
      return isSent ? { toolCalls: [{ name: "codemode", arguments: { code } }] } : { text: "done" };
    },
  });
});
afterAll(async () => await harness[Symbol.asyncDispose]());

function testTools(pi: ExtensionAPI): void {
  const add = (name: string, run: (args: object, signal?: AbortSignal) => Promise<string>) =>
    pi.registerTool({
      name,
      label: name,
      description: name,
      parameters: Type.Object({}, { additionalProperties: true }),
      annotations: { readOnlyHint: true, openWorldHint: false },
      execute: async (_id, args, signal) => ({
        content: [{ type: "text", text: await run(args, signal) }],
        details: {},
      }),
    });
  add("echo", async (args) => JSON.stringify(args));
  add("broken", async () => {
    throw new Error("the disk is full");
  });
  add("hang", async (_args, signal) => {
    hanging.resolve();
    await new Promise((resolve) => signal?.addEventListener("abort", resolve));
    stopped.push("hang");
    return "stopped";
  });
  add("constructor", async () => "a tool named constructor");
  add("__proto__", async () => "a tool named __proto__");
  add("with-dash", async () => "dash");
  add("with.dash", async () => "dot");
}

async function run(source: string): Promise<{ text: string; isError: boolean }> {
  code = source;
  isSent = false;
  await harness.prompt("go");
  const result = harness.session.messages.findLast((message) => message.role === "toolResult");
  if (result?.role !== "toolResult") throw new Error("There is no result.");
  const text = result.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  return { text: text.replace(/\d+\.\d s/, "T s"), isError: result.isError };
}

const SHORT = '// @options: {"timeout_ms": 300}\n';
const failed = (text: string) => ({ isError: true, text: expect.stringContaining(text) });

test.each([
  [
    "a syntax error",
    "const a = 1;\nconst b = ;",
    "Script error: SyntaxError: unexpected token in expression: ';' (line 2)",
  ],
  ["an error in the script", "\n\nnull.x", "(line 3)"],
  ["an error that is no Error", "throw { reason: 1 }", 'Script error: thrown: {"reason":1}'],
  ["an endless loop", `${SHORT}for (;;) {}`, "Stopped after 300 ms."],
  ["an endless loop in promise jobs", `${SHORT}for (;;) await null`, "Stopped after 300 ms."],
  ["a pattern that backtracks", `${SHORT}/(a+)+$/.test('a'.repeat(60) + 'b')`, "Stopped after 300 ms."],
  [
    "promise jobs without an end",
    "const f = () => Promise.resolve().then(f); await f()",
    "InternalError: out of memory",
  ],
  ["many allocations", "const a = []; for (;;) a.push(new Array(10000).fill(1))", "out of memory"],
  [
    "too many calls",
    "for (let i = 0; i < 10000; i++) await tools.echo({ i })",
    "Stopped: more than 500 calls of tools.",
  ],
  [
    "too many calls at once",
    "await Promise.all(Array.from({ length: 10000 }, () => tools.echo({})))",
    "more than 500 calls",
  ],
  ["a promise that cannot settle", "await new Promise(() => {})", "waits for a promise that nothing will settle"],
  [
    "too much output",
    "const m = 'x'.repeat(1e6); for (let i = 0; i < 100; i++) text(m)",
    "exceeds 16777216 characters",
  ],
  ["too many outputs", "for (let i = 0; i < 2e4; i++) console.log(i)", "more than 10000 outputs"],
  ["a tool that throws", "await tools.broken({})", "Script error: Error: the disk is full (line 1)"],
  ["a result that is no JSON", "const a = []; a.push(a); return a", "The text cannot be written as JSON"],
  ["its own end of the wrapper", `${SHORT}}); for (;;) {} (async () => {`, "Stopped after 300 ms."],
  ["options in the second line", "1;\n// @options: {}", "The options are in line 2."],
  ["options that are no JSON", "// @options: {x}", "The options are not a JSON object: {x}"],
  ["unknown options", '// @options: {"depth": 1}', 'Unknown option "depth"'],
  ["a time limit that is no number", '// @options: {"timeout_ms": "1"}', "timeout_ms must be a whole number"],
])("%s is an error with its cause", async (_name, source, text) => {
  expect(await run(source)).toEqual(failed(text));
});

test("the output before a failure is kept, and the next script runs", async () => {
  expect(await run("text('first'); console.log('second'); throw new Error('third')")).toEqual(
    failed("first\n<console_output>\nsecond\n</console_output>\nScript error: Error: third (line 1)"),
  );
  expect(await run("return 1 + 1")).toEqual({ isError: false, text: "Script completed (T s, no calls).\n2" });
});

test("errors can be caught, and the script goes on", async () => {
  const source = `const deep = () => { let o = {}; for (let i = 0; i < 5e4; i++) o = { o }; return JSON.stringify(o); };
    const cycle = {}; cycle.cycle = cycle;
    const recursive = () => recursive() + 1;
    const attempts = [
      () => tools.broken({}), () => tools.nosuch({}), () => tools.codemode({ code: "return 1" }), () => tools.echo(cycle),
      () => tools.echo({ n: 1n }), () => tools.echo("x"), () => new ArrayBuffer(2 ** 30), recursive, deep,
    ];
    const caught = [];
    for (const attempt of attempts) try { await attempt(); } catch (error) { caught.push(error.message); }
    return caught`;
  const { isError, text } = await run(source);
  expect(isError).toBe(false);
  expect(JSON.parse(text.slice(text.indexOf("[")))).toEqual([
    "the disk is full",
    "There is no tool nosuch. Find tools with searchTools(query).",
    "There is no tool codemode. Find tools with searchTools(query).",
    expect.stringContaining("The argument of tools.echo cannot be written as JSON: circular"),
    expect.stringContaining("The argument of tools.echo cannot be written as JSON: "),
    "tools.echo takes one object with the arguments",
    "out of memory",
    "Maximum call stack size exceeded",
    "Maximum call stack size exceeded",
  ]);
});

test("a script that does not await its calls ends, and the calls are stopped", async () => {
  expect(await run("tools.hang({}); await tools.echo({}); return 'over'")).toEqual({
    isError: false,
    text: "Script completed (T s, 2 calls). 1 call was still running and stopped: await every call.\nover",
  });
  expect(stopped).toEqual(["hang"]);
});

test("the time limit of a script includes its calls", async () => {
  expect(await run('// @options: {"timeout_ms": 50}\nawait tools.hang({})')).toEqual(failed("Stopped after 50 ms."));
});

test("a script that computes for longer than the setting allows is stopped, also after a call", async () => {
  const source = "text('before'); await tools.read({ path: 'a.txt' }); for (;;) {}";
  await using other = await createExtensionHarness({
    extensions: [manifest],
    files: { "a.txt": "a" },
    settings: { codemode: { timeout: 1 } },
    script: [{ toolCalls: [{ name: "codemode", arguments: { code: source } }] }, { text: "done" }],
  });
  await other.prompt("go");
  expect(JSON.stringify(other.session.messages)).toContain(
    "before\\nScript error: Stopped: the script computed for 1 s without an end.",
  );
});

test("an abort stops the script and its calls", async () => {
  hanging = Promise.withResolvers();
  const over = run("text(1); await tools.hang({})");
  await hanging.promise;
  harness.session.abort();
  expect(await over).toEqual(
    failed("Script failed (T s, 1 call). 1 call was still running and stopped.\n1\nScript error: Aborted."),
  );
  expect(stopped.at(-1)).toBe("hang");
});

test("names of tools are no way to prototypes", async () => {
  const source = `return [
    await tools.constructor({}), await tools["__proto__"]({}), typeof tools.hasOwnProperty, Object.getPrototypeOf(tools),
    await tools.with_dash({}), await tools.with_dash_2({}),
    await tools.echo(JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')),
  ]`;
  const { text } = await run(source);
  const result = JSON.parse(text.slice(text.indexOf("[")));
  expect(result.slice(0, 6)).toEqual([
    "a tool named constructor",
    "a tool named __proto__",
    "function",
    null,
    "dash",
    "dot",
  ]);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test("a script has no way out of the sandbox and harms only itself", async () => {
  const names = ["process", "require", "fetch", "setTimeout", "WebAssembly", "Deno", "Worker"];
  expect((await run(`return ${JSON.stringify(names)}.filter((name) => name in globalThis)`)).text).toContain("\n[]");
  expect(await run("await import('node:fs')")).toMatchObject({ isError: true });
  expect((await run("return this?.constructor?.constructor?.('return typeof process')()")).text).toContain("undefined");
  const hostile = `JSON.stringify = () => '{}'; JSON.parse = () => 1; Promise.prototype.then = 1; Map.prototype.get = 1;
    Object.prototype.toString = () => 1; return 1`;
  await run(hostile);
  expect((await run("return await tools.echo({ a: 1 })")).text).toContain('{"a":1}');
});
