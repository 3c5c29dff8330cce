import { statSync } from "node:fs";
import { expect, test } from "vitest";
import { evalSession } from "./eval-session.ts";

const js = (code: string) => `*** Cell js\n${code}`;

test("R251, P-OMP-28: variables persist between cells and calls; rst clears one language", async () => {
  await using session = await evalSession();
  const [first, second, third] = await session.run(
    "*** Cell js\nconst a = 1; let b = 2\n*** Cell js\na + b",
    "*** Cell js\nconst a = 10; function f() { return a + b }\nf()",
    "*** Cell js rst\ntypeof a",
  );
  expect(first?.text).toBe("[1/2]\n(no output)\n[2/2]\n3");
  expect(second?.text).toBe("12");
  expect(third?.text).toBe("'undefined'");
  expect(session.harness.errors).toEqual([]);
});

test("R256: top-level await, return, static and dynamic imports resolve from the working directory", async () => {
  await using session = await evalSession({
    files: { "lib.mjs": "export default 5; export const two = 2; export const half = 0.5;" },
  });
  const results = await session.run(
    js('const five = (await import("./lib.mjs")).default; five'),
    js(
      'import d, {\n  two as zwei,\n  half,\n} from "./lib.mjs"; import * as all from "./lib.mjs";\n[d, zwei, half, Object.keys(all).length]',
    ),
    js(
      'const text = "import x from y"; const t = `import("./nothing")`; /* import z from "q" */ text.length + t.length',
    ),
    js("if (true) return five * 2"),
    js('require("./lib.mjs").two'),
  );
  expect(results.map(({ text }) => text)).toEqual(["5", "[ 5, 2, 0.5, 3 ]", "34", "10", "2"]);
});

test("R257, R258: tools, helpers and display", async () => {
  await using session = await evalSession({ files: { "a.txt": "alpha\n", "b.txt": "beta\n" } });
  const [tools, failed, helpers, url, shown] = await session.run(
    js('const text = await tool.read({ path: "a.txt" }); text.trim().length > 0'),
    js('await tool.read({ path: "none.txt" })'),
    js(
      'await write("c/d.txt", "x\\ny\\nx\\n"); [await uniq(await read("c/d.txt")), await counter("x\\ny\\nx"), await tree("c"), (await diff("a.txt", "b.txt")).includes("+beta")]',
    ),
    js('await read("https://example.com")'),
    js(
      'display({ a: [1] }); display(7); display({ type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" }); undefined',
    ),
  );
  expect(tools).toMatchObject({ text: "true", details: { count: 1, calls: [{ name: "read", status: "ok" }] } });
  expect(failed).toMatchObject({ isError: true, details: { failed: 1 } });
  expect(failed?.text).toContain("none.txt");
  expect(helpers?.text).toBe("[ 'x\\ny', [ [ 'x', 2 ], [ 'y', 1 ] ], 'd.txt', true ]");
  expect(url?.text).toContain("https://example.com is a URL");
  expect(shown?.text).toBe("{ a: [ 1 ] }\n7");
  expect(shown?.details.jsonOutputs).toEqual([{ a: [1] }]);
  expect(shown?.images).toEqual([{ type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" }]);
});

test("output of the console and of programs is in order; binary output does not break anything", async () => {
  await using session = await evalSession();
  const [ordered, binary] = await session.run(
    `*** Cell js
     const { execSync } = require("node:child_process");
     console.log("one"); execSync("echo two", { stdio: "inherit" }); console.error("three"); process.stdout.write("four"); 5`,
    '*** Cell js\nprocess.stdout.write(Buffer.from([0xff, 0x1e, 0x41, 0x0a])); console.log(String.fromCharCode(0x2028) + "z")',
  );
  expect(ordered?.text).toBe("one\ntwo\nthree\nfour\n5");
  expect(binary?.isError).toBe(false);
  expect(binary?.text).toContain("A\n");
  expect(binary?.text).toContain("z");
});

test("R254, P-OMP-31: the first failing cell stops the run and is named", async () => {
  await using session = await evalSession();
  const [failed, after] = await session.run(
    '*** Cell js:"one"\nlet kept = 1\n*** Cell js:"two"\nfunction bad() { throw new TypeError("no") }\nbad()\n*** Cell js:"three"\nkept = 2',
    "*** Cell js\nkept",
  );
  expect(failed?.isError).toBe(true);
  expect(failed?.text).toBe(
    "[1/3] one\n(no output)\n[2/3] two\nTypeError: no\n    at bad (cell-2.js:1:24)\n    at cell-2.js:2:1\nCell 2 of 3 (two) failed. 1 later cell was not run.",
  );
  expect(failed?.details.cells.map(({ status }) => status)).toEqual(["complete", "error", "pending"]);
  expect(after?.text).toBe("1");
});

test.each([
  ["an endless loop", "while (true) {}"],
  ["an endless chain of microtasks", "for (;;) await 0"],
  ["a promise that nothing settles", "await new Promise(() => {})"],
  ["a regular expression that never ends", '"a".repeat(50).match(/(a+)+b/)'],
])("R255: the time limit stops %s and the kernel keeps its variables", async (_name, code) => {
  await using session = await evalSession();
  const [, stopped, after] = await session.run(
    "*** Cell js\nlet kept = 5",
    `*** Cell js t:1s\n${code}`,
    "*** Cell js\nkept",
  );
  expect(stopped?.isError).toBe(true);
  expect(stopped?.text).toContain(
    "Command timed out after 1 seconds. The JavaScript kernel was interrupted and keeps its variables.",
  );
  expect(after?.text).toBe("5");
});

test("P-OMP-30: a cell that ends its kernel is reported, and the next one says what was lost", async () => {
  await using session = await evalSession();
  const [, exited, after, later] = await session.run(
    "*** Cell js\nlet kept = 5",
    '*** Cell js\nconsole.log("last words"); process.exit(3)',
    "*** Cell js\ntypeof kept",
    "*** Cell js\n1",
  );
  expect(exited?.isError).toBe(true);
  expect(exited?.text).toContain("last words\n");
  expect(exited?.text).toContain("The JavaScript kernel has ended: it exited with code 3. Its variables");
  expect(after?.text).toBe(
    "[This is a new JavaScript kernel. The one before has ended: it exited with code 3. What earlier cells defined is lost.]\n'undefined'",
  );
  expect(later?.text).toBe("1");
});

test("R267: 100 MB of output is bounded, and the whole is an artifact", async () => {
  await using session = await evalSession();
  const [flood] = await session.run(
    '*** Cell js t:120\nconst line = "x".repeat(999) + "\\n"; for (let i = 0; i < 100_000; i++) process.stdout.write(line); "end"',
  );
  expect(flood?.text.length).toBeLessThan(60_000);
  expect(flood?.text).toContain("'end'");
  expect(flood?.details.fullOutputPath).toBeDefined();
  expect(statSync(flood?.details.fullOutputPath ?? "").size).toBeGreaterThan(100_000_000);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("the battery starts no process before the first cell and none is left after the session", async () => {
  let pid = 0;
  {
    // Without a sandbox the process has the same id inside and outside.
    await using session = await evalSession({ settings: { eval: { py: false }, permissionMode: "yolo" } });
    const [result] = await session.run(js("process.pid"));
    pid = Number(result?.text);
    expect(isRunning(pid)).toBe(true);
  }
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test("stdin has ended for a cell and for its programs", async () => {
  await using session = await evalSession();
  const [result] = await session.run(
    '*** Cell js\n[fs.readFileSync(0, "utf8"), require("child_process").execSync("cat", { encoding: "utf8", stdio: ["inherit", "pipe", "pipe"] })]',
  );
  expect(result?.text).toBe("[ '', '' ]");
});

test("TypeScript cells have their types removed", async () => {
  await using session = await evalSession();
  const [result] = await session.run(
    "*** Cell ts\ninterface P { x: number }\nconst p: P = { x: 3 };\nenum E { A = 4 }\np.x + E.A",
  );
  expect(result?.text).toBe("7");
});

test("per-call kernels keep no state (R264), and a reset of an empty kernel is no error", async () => {
  await using session = await evalSession({ settings: { eval: { py: false }, python: { kernelMode: "per-call" } } });
  const [, second, third] = await session.run(js("globalThis.x = 1"), js("typeof x"), "*** Cell js rst\n2");
  expect([second?.text, third?.text]).toEqual(["'undefined'", "2"]);
});

test("P-OMP-32: time limits are clamped, with a notice", async () => {
  await using session = await evalSession();
  const [result] = await session.run("*** Cell js t:3000\n1");
  expect(result?.text).toBe("1\n[The time limit was set to 600 s: it may be 1 to 600 s.]");
});

test("a cell that is aborted stops, and the session continues with its kernel", async () => {
  await using session = await evalSession();
  await session.run(js("let kept = 1"));
  const { harness } = session;
  session.answer({ toolCalls: [{ name: "eval", arguments: { input: js('console.log("begun"); for (;;);') } }] });
  const running = harness.prompt("go");
  await expect.poll(() => JSON.stringify(harness.events.at(-1) ?? ""), { timeout: 20_000 }).toContain("begun");
  await harness.session.abort();
  await running.catch(() => undefined);
  const [after] = await session.run(js("kept"));
  expect(after?.text).toBe("1");
});

test("the model learns that a resumed session has a new kernel", async () => {
  await using session = await evalSession();
  await session.run(js("let kept = 1"));
  await session.harness.restart();
  const [first, second] = await session.run(js("typeof kept"), js("2"));
  expect(first?.text).toContain(
    "This is a new JavaScript kernel. The one before has ended: it belonged to an earlier run",
  );
  expect(second?.text).toBe("2");
});

test("a cell runs only one at a time, also when it forks processes that outlive it", async () => {
  await using session = await evalSession();
  const [forked, after] = await session.run(
    js(
      'require("child_process").spawn("sleep", ["1000"], { stdio: "inherit", detached: true }).unref(); process.exit(0)',
    ),
    js("1"),
  );
  expect(forked?.text).toMatch(/^\(no output\)\nThe JavaScript kernel has ended: it exited with code 0\./);
  expect(after?.text).toContain("1");
});

test("an error of a callback after its cell is shown with the next one, and does not end the kernel", async () => {
  await using session = await evalSession();
  const [, second] = await session.run(
    js('setTimeout(() => { throw new Error("late") }, 1); let kept = 4'),
    js("await new Promise((resolve) => setTimeout(resolve, 100)); kept"),
  );
  expect(second?.text).toContain("Uncaught Error: late");
  expect(second?.text).toMatch(/4$/);
});

test("code that cannot be read is shown with its line and place", async () => {
  await using session = await evalSession();
  const [short, later] = await session.run(js("const a = ;"), js("let kept = 1;\nkept +* 2"));
  expect(short?.text).toContain(
    "SyntaxError: Unexpected token ';'\n  const a = ;\n            ^\n    at cell-1.js:1:11",
  );
  expect(later?.text).toContain("\n  kept +* 2\n        ^\n    at cell-2.js:2:7");
});

test("no usable backend is a clear error (R266)", async () => {
  await using session = await evalSession({ settings: { eval: { py: false, js: false } } });
  const [result] = await session.run("1");
  expect(result).toMatchObject({ isError: true });
  expect(result?.text).toContain("No kernel can run. Python cells are switched off");
});

test("an input without code is refused", async () => {
  await using session = await evalSession();
  const [result] = await session.run("  \n");
  expect(result?.text).toContain("There is no code in the input.");
});
