import { symlinkSync } from "node:fs";
import { join } from "node:path";
import python from "@ast-grep/lang-python/package.json" with { type: "json" };
import engine from "@ast-grep/napi/package.json" with { type: "json" };
import { expect, test } from "vitest";
import { ENGINE, findLanguage } from "../languages.ts";
import { runCalls } from "./run-calls.ts";

const grep = (pat: string, more: object = {}) => ["ast_grep", { pat, ...more }] as const;

test("R244: metavariables capture one node, lists and equal code, in scripts, styles and Python", async () => {
  const { results } = await runCalls(
    {
      "a.ts": "call(one, two,\n  three);\nif (a.b === a.b) x();\nif (a.b === a.c) x();\n",
      "b.css": ".x { color: red }\n",
      "c.py": "def f(a):\n    return g(a, key=1)\n",
      "d.html": "<p class='x'>text</p>\n",
    },
    [
      grep("call($A, $$$REST)"),
      grep("$A === $A"),
      grep(".x { color: $C }", { paths: ["b.css"] }),
      grep("g($A, $$$K)", { lang: "python" }),
    ],
  );
  expect(results.map(({ text }) => text)).toEqual([
    "# a.ts\n*1|call(one, two,\n 2|  three);\n  meta: A=one, REST=two,…",
    "# a.ts\n*3|if (a.b === a.b) x();\n  meta: A=a.b",
    "# b.css\n*1|.x { color: red }\n  meta: C=red",
    "# c.py\n*2|    return g(a, key=1)\n  meta: A=a, K=key=1",
  ]);
});

test("R245: fifty matches are shown with a notice, and skip gives the next; a mixed folder is searched", async () => {
  const many = Array.from({ length: 40 }, (_, index) => `use(${index});`).join("\n");
  const { results } = await runCalls({ "a.ts": many, "b.js": many, "c.txt": many }, [
    grep("use($N)"),
    grep("use($N)", { skip: 50 }),
    grep("use($N)", { skip: -1 }),
  ]);
  const [first, second, bad] = results;
  expect(first?.text.match(/^\*/gm)).toHaveLength(50);
  expect(first?.text).toContain("Result limit reached; narrow paths or use skip for the next matches.");
  expect(first?.details).toMatchObject({ matches: 50, hasMore: true });
  expect(second?.text).toMatch(/^# b\.js\n\*11\|use\(10\);/);
  expect(second?.details).toMatchObject({ matches: 30, hasMore: false });
  expect(bad).toMatchObject({ isError: true, text: "skip must be 0 or more." });
});

test("R246: files with syntax errors are searched and named", async () => {
  const { results } = await runCalls({ "a.ts": "use(1);\n\nfunction ( {\n", "b.ts": "use(2);\n" }, [grep("use($N)")]);
  expect(results[0]).toMatchObject({ isError: false, details: { matches: 2, parseIssues: ["a.ts:3"] } });
  expect(results[0]?.text).toContain("Syntax errors, around which matches may be missing: a.ts:3");
});

test("ignored files, node_modules, binary files, links and a file of one huge line are left out of a folder", async () => {
  const cwds: string[] = [];
  const { results } = await runCalls(
    {
      ".gitignore": "ignored.ts\n",
      "ignored.ts": "use(1);\n",
      "node_modules/m/index.js": "use(2);\n",
      "binary.ts": new Uint8Array([117, 115, 101, 40, 0, 41]),
      "huge.ts": `use(3);${" ".repeat(3_000_000)}`,
      ".hidden/a.ts": "use(4);\n",
      "long.ts": `use(5); "${"x".repeat(10_000)}";\n`,
    },
    [
      grep("use($N)"),
      grep("use($N)", { paths: ["ignored.ts", "node_modules/m"] }),
      grep("use($N)", { paths: ["l*.ts"] }),
    ],
    {
      between: (cwd, index) => {
        if (index === 0) symlinkSync("ignored.ts", join(cwd, "link.ts"));
        cwds.push(cwd);
      },
    },
  );
  const [folder, named, glob] = results;
  expect(folder?.text.match(/^# .*/gm)).toEqual(["# .hidden/a.ts", "# long.ts"]);
  expect(folder?.text.length).toBeLessThan(1000);
  expect(folder?.text).toContain("... [truncated]");
  expect(named?.text.match(/^# .*/gm)).toEqual(["# ignored.ts", "# node_modules/m/index.js"]);
  expect(glob?.text.match(/^# .*/gm)).toEqual(["# long.ts"]);
});

test("a pattern that does not parse, a missing path and an unknown language are named", async () => {
  const { results } = await runCalls({ "a.ts": "foo(1);\n", "b.zig": "const a = 1;\n", "c.rs": "fn main() {}\n" }, [
    grep("foo(1)\nbar(2)", { paths: ["a.ts"] }),
    grep("  "),
    grep("foo($A", { paths: ["a.ts"] }),
    grep("foo($A)", { paths: ["nowhere"] }),
    grep("foo($A)", { paths: ["b.zig"] }),
    grep("foo($A)", { lang: "brainfuck" }),
    grep("foo($A)"),
    grep("nothing($A)", { paths: ["a.ts"] }),
  ]);
  expect(results.map(({ text }) => text.split("\n").join(" ").slice(0, 90))).toEqual([
    expect.stringContaining("The pattern does not parse as typescript: Multiple AST nodes are detected."),
    "The pattern is empty. Give code to look for, such as foo($A).",
    "No matches found  As typescript, the pattern has a syntax error: it may match nothing.",
    "Path not found: nowhere",
    expect.stringContaining("No grammar for .zig. Use grep for these files"),
    expect.stringContaining("No grammar for brainfuck. There are typescript, tsx, "),
    expect.stringContaining("# a.ts *1|foo(1);   meta: A=1  1 rust file was not looked at"),
    "No matches found",
  ]);
  expect(results.map(({ isError }) => isError)).toEqual([true, true, false, true, true, true, false, false]);
});

test("a language whose grammar is not installed names the command that installs it, if the user cannot be asked", async () => {
  const { results } = await runCalls({ "c.rs": "fn main() {}\n" }, [grep("main($$$)", { lang: "rust" })]);
  expect(results[0]).toMatchObject({ isError: true });
  expect(results[0]?.text).toContain('Run "tau setup ast rust" to install it.');
});

test("results have the anchors of the edit mode", async () => {
  const files = { "a.ts": "use(1);\r\nconst x = 2;\r\n" };
  const edit = ["ast_edit", { ops: [{ pat: "use($A)", out: "call($A)" }], paths: ["a.ts"] }] as const;
  const { results } = await runCalls(files, [grep("use($A)"), edit, ["resolve", { action: "discard", reason: "no" }]], {
    settings: { edit: { mode: "hashline" } },
  });
  expect(results[0]?.text).toMatch(/^# a\.ts\n\*1[a-z]{2}\|use\(1\);\n/);
  expect(results[1]?.text).toMatch(/\n-1[a-z]{2}\|use\(1\)\n\+1[a-z]{2}\|call\(1\)$/);
});

test("the packages that are installed on demand are those that these tests use", () => {
  expect(ENGINE.version).toBe(engine.version);
  expect(findLanguage("py").grammar?.version).toBe(python.version);
});

test("R244, R245: a search through many files finds the same as one through few, in the order of paths", async () => {
  const few = { "a.TS": 1, "b.mts": 1, "c.cts": 1, "d.jsx": 1, "e.cjs": 1, ".f/g.ts": 1, "h i.ts": 1, "hü.ts": 1 };
  const files = Object.fromEntries([
    ...Object.keys(few).map((path) => [path, `// é\r\nif (${path.length} === ${path.length}) {}\r\n`]),
    ["binary.ts", "1 === 1;\0"],
    ["broken.ts", "2 === 2;\n\nfunction ( {\n"],
    ...Array.from({ length: 600 }, (_, index) => [`many/${index}.ts`, `${index} === ${index + 1};\n`]),
    ["many/700.ts", "3 === 3;\n"],
  ]) as Record<string, string>;
  const paths = [...Object.keys(few), "binary.ts", "broken.ts"];
  const calls = [grep("$A === $A", { paths }), grep("$A === $A")];
  const { results } = await runCalls(files, calls);
  const [narrow, wide] = results;
  const matchesIn = (text = "") => text.split("\n").filter((line) => /^[#*]|meta/.test(line));
  expect(matchesIn(narrow?.text)).toHaveLength(9 * 3);
  expect(matchesIn(wide?.text)).toEqual([...matchesIn(narrow?.text), "# many/700.ts", "*1|3 === 3;", "  meta: A=3"]);
  expect(wide?.details).toMatchObject({ matches: 10, hasMore: false, parseIssues: ["broken.ts:3"] });
});
