import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { evalSession } from "./eval-session.ts";

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
    'const five = (await import("./lib.mjs")).default; five',
    'import d, {\n  two as zwei,\n  half,\n} from "./lib.mjs"; import * as all from "./lib.mjs";\n[d, zwei, half, Object.keys(all).length]',
    'const text = "import x from y"; const t = `import("./nothing")`; /* import z from "q" */ text.length + t.length',
    "if (true) return five * 2",
    'require("./lib.mjs").two',
  );
  expect(results.map(({ text }) => text)).toEqual(["5", "[ 5, 2, 0.5, 3 ]", "34", "10", "2"]);
});

test("R257, R258: tools, helpers and display", async () => {
  await using session = await evalSession({ files: { "a.txt": "alpha\n", "b.txt": "beta\n" } });
  const [tools, failed, helpers, url, shown] = await session.run(
    'const text = await tool.read({ path: "a.txt" }); text.trim().length > 0',
    'await tool.read({ path: "none.txt" })',
    'await write("c/d.txt", "x\\ny\\nx\\n"); [await uniq(await read("c/d.txt")), await counter("x\\ny\\nx"), await tree("c"), (await diff("a.txt", "b.txt")).includes("+beta")]',
    'await read("https://example.com")',
    'display({ a: [1] }); display(7); display({ type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" }); undefined',
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
    `const { execSync } = require("node:child_process");
     console.log("one"); execSync("echo two", { stdio: "inherit" }); console.error("three"); process.stdout.write("four"); 5`,
    'process.stdout.write(Buffer.from([0xff, 0x1e, 0x41, 0x0a])); console.log(String.fromCharCode(0x2028) + "z")',
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
  const { statSync } = await import("node:fs");
  expect(statSync(flood?.details.fullOutputPath ?? "").size).toBeGreaterThan(100_000_000);
});

test("the battery starts no process before the first cell and none is left after the session", async () => {
  let pid = 0;
  {
    await using session = await evalSession();
    const [result] = await session.run("*** Cell js\nprocess.pid");
    pid = Number(result?.text);
  }
  expect(pid).toBeGreaterThan(1);
  await expect.poll(() => existsSync(`/proc/${pid}/exe`) && pid > 20).toBe(false);
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
