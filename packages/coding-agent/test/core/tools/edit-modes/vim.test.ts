import { chmod, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { vimPattern } from "../../../../src/core/tools/edit/edit-modes/vim/pattern.ts";
import { textOf } from "../run-tool.ts";
import { editFolder } from "./edit-folder.ts";

const CODE = [
  "class A {",
  "  run() {",
  "    go();",
  "  }",
  "}",
  "",
  "class B {",
  "  run() {",
  "    go();",
  "  }",
  "}",
  "",
].join("\n");

test("R241: the commands change the lines that patterns name, and all of them refer to the file as it was", async () => {
  const { edit, read, text } = await editFolder("vim", { "a.js": CODE, "b.txt": "one two\ntwo\nthree\n" });
  await read("a.js");
  const result = await edit(
    ":e a.js",
    ":/^class B/ /go()/c",
    "    stop();",
    "    rest();",
    ".",
    ":/^class A/,/^}$/d",
    ":/^class B/i",
    "// B",
    ".",
    ":$a",
    "// end",
    ".",
    ":e b.txt",
    ":%s/two/2/g",
    ":/^three/a",
    "four",
    ".",
    ":wq",
  );
  expect(await text("a.js")).toBe("\n// B\nclass B {\n  run() {\n    stop();\n    rest();\n  }\n}\n// end\n");
  expect(await text("b.txt")).toBe("one 2\n2\nthree\nfour\n");
  expect(textOf(result)).toBe("Changed a.js.\nChanged b.txt.");
  expect(result.details).toMatchObject({ firstChangedLine: 1, files: [{ path: "a.js" }, { path: "b.txt" }] });
});

test("substitutions know groups, &, line breaks and flags; g and v choose lines", async () => {
  const { edit, text } = await editFolder("vim", { "a.txt": "f(a, b)\nX $1\nkeep\ndrop\nlast\n", "b.txt": "a1\nb1\n" });
  await edit(
    ":e a.txt",
    ":/^f(/s/\\(\\w\\), \\(\\w\\)/\\2, \\1 \\& &/",
    ":g/^X/s#x \\$#y/$#i",
    ":g/drop/d",
    ":/last/s/$/\\rend/",
    ":e b.txt",
    ":v/a/s/1/2/",
  );
  expect(await text("a.txt")).toBe("f(b, a & a, b)\ny/$1\nkeep\nlast\nend\n");
  expect(await text("b.txt")).toBe("a1\nb2\n");
});

test("BOM, line ends, a missing final newline and the file's mode are kept; 0a and $a make a new file", async () => {
  const { edit, text, cwd } = await editFolder("vim", { "a.sh": "\uFEFFone\r\ntwo\r\nthree" });
  await chmod(join(cwd, "a.sh"), 0o751);
  await edit(":e a.sh", ":/two/c", "2", "2.5", ".", ":/three/d", ":e new/b.txt", ":0a", "first", ".");
  expect(await text("a.sh")).toBe("\uFEFFone\r\n2\r\n2.5");
  expect(await text("new/b.txt")).toBe("first\n");
  expect((await stat(join(cwd, "a.sh"))).mode & 0o777).toBe(0o751);
});

test.each([
  ["a line number", [":3d"], "Line numbers are not trusted: name the line by its text"],
  ["an offset", [":/^class A/+1d"], "Name the line itself, without + or -."],
  [
    "a pattern of several lines",
    [":/go()/d"],
    "lines 3, 9 match /go()/. Put a pattern before it that only one line above has",
  ],
  ["a pattern of no line", [":/gone/d"], "no line matches /gone/. Read the file again."],
  ["a blank line", [":/^$/d"], "/^$/ matches a blank line, which names no place."],
  ["lines that were not read", [":/^class A/,/^}$/d"], "lines 1 to 5 are not as you have read them. Read them again."],
  ["a text without its end", [":/^class A/a", "x"], "Its text must end with a line that holds a dot alone."],
  ["an unknown command", [":/^class A/normal dd"], "Commands are a, i, c, d, s, g and v; this is none of them."],
  ["a shell command", [":!rm a.js"], "Commands are a, i, c, d, s, g and v; this is none of them."],
  ["a command without a line", [":d"], "It needs the line, such as /pattern/d."],
  ["nothing to replace", [":%s/nothing/x/"], "the lines do not have what is to be replaced."],
  ["two commands for one line", [":/^class A/d", ":/^class A/s/A/C/"], "Two commands change line 1 of a.js"],
  [
    "text that is left out",
    [":/^class A/a", "  // ... existing code ...", "."],
    'holds the placeholder "// ... existing code ..."',
  ],
  ["other indentation", [":/^class A/a", "\tx();", "."], "are indented with tabs, the file with blanks."],
  ["a pattern that may take forever", [":/\\v(a+)+$/d"], "it repeats a group that repeats."],
  ["no change", [":%s/class/class/"], "resulted in no changes being made"],
])("%s is refused in one sentence, and no file changes", async (_, commands, reason) => {
  const { edit, text } = await editFolder("vim", { "a.js": CODE, "b.txt": "one\n" });
  await expect(edit(":e b.txt", ":/one/c", "1", ".", ":e a.js", ...commands)).rejects.toThrow(reason);
  expect([await text("a.js"), await text("b.txt")]).toEqual([CODE, "one\n"]);
});

test("a file that changed after it was read is edited only where it is as it was", async () => {
  const { edit, read, text, write } = await editFolder("vim", { "a.js": CODE });
  expect(await read("a.js")).toContain("class A {\n");
  await write("a.js", `// new\n${CODE.replace("go();", "went();")}`);
  await expect(edit(":e a.js", ":/^class A/,/^}$/d")).rejects.toThrow("lines 2 to 6 are not as you have read them");
  await edit(":e a.js", ":/^class B/,/^}$/d");
  await edit(":e a.js", ":/^class A/s/A/C/");
  // What the call itself wrote need not be read again.
  await edit(":e a.js", ":/^class C/,/^}$/d");
  expect(await text("a.js")).toBe("// new\n\n");
});

test.each([
  ["an address", [":/\\v^(a|a)*$/d"]],
  ["a substitution", [":%s/\\v^(a|\\w)*$/x/"]],
  ["a substitution in chosen lines", [":g/aaa/s/\\v(a?){40}(a?){40}c$/x/"]],
])("a pattern that backtracks without end is stopped and named: %s", async (_, commands) => {
  const content = `first\n${"a".repeat(60)}!\n`;
  const { edit, text } = await editFolder("vim", { "a.txt": content });
  await expect(edit(":e a.txt", ":0a", "new", ".", ...commands)).rejects.toThrow(
    /^The pattern \S+ takes too long on a line of the file, and nothing was changed\. Repeat no/,
  );
  expect(await text("a.txt")).toBe(content);
});

test("very long lines are compared as any other", async () => {
  const long = `keep ${"x".repeat(1_000_000)}`;
  const content = `keep\n${long}\ndrop\n`;
  const { edit, text } = await editFolder("vim", { "a.txt": content });
  await expect(edit(":e a.txt", ":/^keep/d")).rejects.toThrow("lines 1, 2 match /^keep/");
  await edit(":e a.txt", ":v/keep/d");
  expect(await text("a.txt")).toBe(`keep\n${long}\n`);
});

test.each([":/two/c\n2\n.", ":/two/d", ":g/two/d"])(
  "of a file with carriage returns alone, %j takes no more away than it names",
  async (command) => {
    const { edit, text } = await editFolder("vim", { "a.txt": "one\rtwo\rthree\r" });
    await expect(edit(":e a.txt", command)).rejects.toThrow(
      "line 1 holds carriage returns, so it may be several lines. Change parts of it with s/old/new/.",
    );
    await edit(":e a.txt", ":%s/two/2/");
    expect(await text("a.txt")).toBe("one\r2\rthree\r");
  },
);

test("the policy hears of every path, and of none if the commands are not understood", async () => {
  const { effects } = await editFolder("vim", {});
  const describe = (input: string) => effects.describe?.({ input }, { cwd: "/" } as never);
  expect(describe(":e a.js\n:/x/d\n:e ../b.js\n:/y/d")).toEqual({ effect: "write", paths: ["a.js", "../b.js"] });
  expect(describe(":/x/d")).toEqual({ effect: "read" });
});

test.each([
  ["a.c*", "abccc", true],
  ["^\\s\\+return (x);$", "  return (x);", true],
  ["a^b$c", "a^b$c", true],
  ["\\Va.c", "abc", false],
  ["\\V\\^a[0]*\\$", "a[0]*", true],
  ["\\v^(foo|bar){2}<x>", "foobarx", false],
  ["\\v^(foo|bar){2} <x>", "foobar x", true],
  ["[]x]\\{2}", "]x", true],
  ["a\\{-1,}", undefined, undefined],
  ["\\cABC", "abc", true],
  ["x[", "x[", true],
  ["\\zsx", undefined, undefined],
])("the pattern %s is Vim's", (source, line, isMatch) => {
  if (line === undefined) expect(() => vimPattern(source)).toThrow("cannot be used");
  else expect(vimPattern(source).test(line)).toBe(isMatch);
});
