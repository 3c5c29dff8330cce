import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@tau/testkit";
import { expect, test } from "vitest";
import { outline } from "../../../src/core/syntax/outline.ts";
import { type BodyStyle, skeletonOf } from "../../../src/core/syntax/skeleton.ts";

const lines = (...each: readonly string[]) => each.join("\n");
const shorten = (text: string, style: BodyStyle = "braces") => skeletonOf(text, style)?.text;

test("the insides of bodies, comments and imports are left out; members and signatures stay, with their lines", () => {
  const text = lines(
    'import { a } from "a";',
    "/** Says",
    " * what. */",
    "export class A {",
    "  // why",
    "  m(",
    "    x: string,",
    "  ) {",
    "    if (x) {",
    "      a();",
    "    }",
    "  }",
    "}",
    "const b = () => {",
    "  return a;",
    "};",
    "",
  );
  expect(skeletonOf(text, "braces")).toEqual({
    text: lines("export class A {", "  m(", "    x: string,", "  ) {", "  }", "}", "const b = () => {", "};", ""),
    lines: [4, 6, 7, 8, 12, 13, 14, 16, 17],
    bodies: [
      { first: 9, last: 11 },
      { first: 15, last: 15 },
    ],
  });
});

test.each([
  ["a class whose head has several lines", lines("class A extends mix(", "  B,", ") {", "  m() {}", "}")],
  ["a class whose brace has its own line", lines("class A", "{", "    int x;", "}")],
  ["a bare block", lines("{", "  function f() {}", "}")],
  ["a body with a line that is indented less", lines("function f() {", "  return `", "}", "`;", "}")],
  ["a body that seems to end within a comment", lines("function f() {", "  a(); /*", "}", "  */", "}")],
  ["a multi-line string that ends like a comment", lines("const a = `", "// b`;", "const c = 1;")],
  ["a text without indentation", lines("function f() {", "return 1;", "}")],
])("%s is left as it is", (_, text) => {
  expect(shorten(text)).toBeUndefined();
});

test("the last statement of a Python function stays, and so does a body that ends within a string", () => {
  const body = lines(
    "def f(a):",
    "    if a:",
    "        b()",
    "    else:",
    "        c()",
    "    return (",
    "        a",
    "    )",
  );
  expect(shorten(body, "indent")).toBe(lines("def f(a):", "    return (", "        a", "    )"));
  expect(shorten(lines("def f():", '    a = """', "    b = 1", "    return a"), "indent")).toBeUndefined();
  expect(shorten(lines("class A", "  def m", "    1", "  end", "end"), "end")).toBe(
    lines("class A", "  def m", "  end", "end"),
  );
});

test("a body that was cut in the wrong place is parsed whole, and so is what the source itself has wrong", async () => {
  const names = async (text: string) =>
    (await outline("a.ts", text))?.map(({ name, lastLine }) => `${name} ${lastLine}`);
  const tricky = lines("function f() {", '  a("`");', '  b("`", /*', "  */ `", "}", "`);", "}", "class B {}");
  expect(await names(tricky)).toEqual(["f 7", "B 8"]);
  const broken = lines("function f() {", "  a();", "}", "const = ;", "function g() {", "  a();", "}");
  expect(await names(broken)).toEqual(expect.arrayContaining(["f 3", "g 7"]));
});

test("what lies before, between and after bodies that are parsed again keeps its lines", async () => {
  const sound = (name: string) => [`function ${name}() {`, "  // é", "  a({", "    b,", "  });", "}"];
  const broken = (name: string) => [`class ${name} {`, "  m() {", "    a();", "  }", "  n( {", "    a();", "  }", "}"];
  const text = lines(...["a", "b", "c"].flatMap((name) => [...sound(name), ...broken(`${name}2`)]), ...sound("last"));
  const found = await outline("a.ts", text);
  expect(found?.map(({ name, firstLine, lastLine }) => `${name} ${firstLine}-${lastLine}`)).toContain("m 36-38");
  expect(found).toEqual(await outline("a.ts", text.replace(/^ +/gm, "")));
});

test("members are left out on request, those of blocks around definitions are not; what follows enough text is left out", () => {
  const text = lines(
    "class A {",
    "  m() {",
    "  }",
    "}",
    "declare global {",
    "  var b: 1;",
    "}",
    "enum C {",
    "  D,",
    "}",
    "let e;",
  );
  const top = lines("class A {", "}", "declare global {", "  var b: 1;", "}");
  expect(skeletonOf(text, "braces", { members: false })?.text).toBe(lines(top, "enum C {", "}", "let e;"));
  const beginning = skeletonOf(text, "braces", { members: false, enough: 10 });
  expect(beginning?.text).toBe(`${top}\nenum C {\n}\n`);
  expect(beginning?.lines).toEqual([1, 4, 5, 6, 7, 8, 10]);
});

test("exports of what another file defines are left out, those with definitions stay", () => {
  const from = lines('export * from "a";', 'export type * from "b";', 'export { c, type D } from "e";');
  const own = lines("export { f };", 'export const g = "from ";', 'export type { H } from "i"', "");
  expect(shorten(lines(from, own))).toBe(own);
});

/** Without indentation no body is left out, so that the whole text is parsed. */
test("the outlines of this repository's sources are those of their whole texts", async () => {
  const sources = globSync("packages/agent/src/{loop,session,session/*,node}/*.ts", { cwd: repositoryRoot }).sort();
  expect(sources.length).toBeGreaterThan(40);
  for (const source of sources) {
    const text = readFileSync(join(repositoryRoot, source), "utf8");
    expect(await outline(source, text), source).toEqual(await outline(source, text.replace(/^[ \t]+/gm, "")));
  }
});
