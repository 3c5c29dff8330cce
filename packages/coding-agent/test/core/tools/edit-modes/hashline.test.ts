import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hashLine } from "../../../../src/core/tools/edit/edit-modes/hashline/anchor.ts";
import { parseHashline } from "../../../../src/core/tools/edit/edit-modes/hashline/parse.ts";
import { openMode } from "../../../../src/core/tools/edit/edit-modes/index.ts";
import { textOf } from "../run-tool.ts";
import { editFolder } from "./edit-folder.ts";

const TEXT = "one\ntwo\nthree\nfour\nfive\n";

/** The anchors of the lines of a text, by their texts. */
function anchorsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(/\r?\n/).map((line, index) => [line, `${index + 1}${hashLine(index + 1, line)}`]),
  );
}

test("R204, R225: read and grep show anchors that an edit can use", async () => {
  const { read, grep, edit, text } = await editFolder("hashline", { "a.txt": TEXT });
  const { one, two } = anchorsOf(TEXT);
  expect((await read("a.txt")).split("\n").slice(0, 2)).toEqual([`${one}|one`, `${two}|two`]);
  expect(await grep("tw")).toBe(`a.txt:2: ${two}|two`);
  await edit("@@ a.txt", `= ${two}..${two}`, "~2");
  expect(await text("a.txt")).toBe("one\n2\nthree\nfour\nfive\n");
});

test("R110: what comes from a URL has no anchors, because it cannot be edited", async () => {
  const { decorator } = openMode("hashline", "/", {}) ?? {};
  const shown = [{ number: 1, text: "one", path: "memory://a" }];
  expect(decorator?.decorate(shown, { tool: "read" })).toEqual(["one"]);
});

test.each([
  ["LF", "\n", ""],
  ["CRLF", "\r\n", ""],
  ["a byte order mark", "\r\n", "\ufeff"],
])("R226, R227: all operations at once, with %s", async (_name, end, mark) => {
  const content = mark + TEXT.replaceAll("\n", end);
  const { edit, text, read } = await editFolder("hashline", { "a.txt": content });
  await read("a.txt");
  const { one, two, three, four, five } = anchorsOf(TEXT);
  await edit(
    ...["@@ a.txt", `- ${four}..${five}`, "+ EOF", "~end", `= ${two}..${three}`, "~2", "~", "~3"],
    ...[`< ${one}`, "~zero", `+ ${one}`, "~one and a half", "+ BOF", "~start"],
  );
  const lines = ["start", "zero", "one", "one and a half", "2", "", "3", "end"];
  expect(await text("a.txt")).toBe(mark + lines.map((line) => line + end).join(""));
});

test("R226: a replacement without a payload leaves one empty line", async () => {
  const { edit, text } = await editFolder("hashline", { "a.txt": TEXT });
  const { two, four } = anchorsOf(TEXT);
  await edit("@@ a.txt", `= ${two}..${four}`);
  expect(await text("a.txt")).toBe("one\n\nfive\n");
});

test("mixed line ends stay with their lines, and a missing final newline stays missing", async () => {
  const { edit, text } = await editFolder("hashline", { "a.txt": "one\r\ntwo\nthree" });
  const { one, three } = anchorsOf("one\ntwo\nthree");
  await edit("@@ a.txt", `= ${one}..${one}`, "~1", `= ${three}..${three}`, "~3", "~4");
  expect(await text("a.txt")).toBe("1\r\ntwo\n3\n4");
});

test("R228: sections of one path are one, and a section that fails leaves all files alone", async () => {
  const { edit, text } = await editFolder("hashline", { "a.txt": TEXT, "b.txt": TEXT });
  const { one, two } = anchorsOf(TEXT);
  await expect(edit("@@ a.txt", `- ${one}..${one}`, "@@ b.txt", "- 2zz..2zz")).rejects.toThrow(/Nothing was changed/);
  expect([await text("a.txt"), await text("b.txt")]).toEqual([TEXT, TEXT]);
  await edit("@@ a.txt", `- ${one}..${one}`, "@@ b.txt", `- ${one}..${one}`, "@@ a.txt", `- ${two}..${two}`);
  expect([await text("a.txt"), await text("b.txt")]).toEqual(["three\nfour\nfive\n", "two\nthree\nfour\nfive\n"]);
});

test("R229: a wrong anchor is answered with the lines as they are, and their anchors can be used", async () => {
  const { edit, text, read } = await editFolder("hashline", { "a.txt": TEXT });
  await read("a.txt");
  const { two, three, four } = anchorsOf(TEXT);
  const failure = await edit("@@ a.txt", "= 3zz..3zz", "~3").catch(String);
  expect(failure).toContain("line 2: the anchor names no line of the file.");
  expect(failure).toContain([` ${two}|two`, `*${three}|three`, ` ${four}|four`].join("\n"));
  await edit("@@ a.txt", `= ${three}..${three}`, "~3");
  expect(await text("a.txt")).toBe("one\ntwo\n3\nfour\nfive\n");
});

test("R229: a file that changed elsewhere since it was read takes the edit, with a warning", async () => {
  const { edit, text, read, write } = await editFolder("hashline", { "a.txt": TEXT });
  await read("a.txt");
  await write("a.txt", `new\n${TEXT.replace("five", "5")}`);
  const { three } = anchorsOf(TEXT);
  const result = await edit("@@ a.txt", `= ${three}..${three}`, "~3");
  expect(await text("a.txt")).toBe("new\none\ntwo\n3\nfour\n5\n");
  expect(textOf(result)).toMatch(/Warnings:\n- a\.txt: anchors were not those of the file as it is/);
});

test("lines that changed since they were read are not overwritten", async () => {
  const { edit, text, read, write } = await editFolder("hashline", { "a.txt": TEXT });
  await read("a.txt");
  const now = TEXT.replace("three", "drei");
  await write("a.txt", now);
  const { two, four } = anchorsOf(TEXT);
  await expect(edit("@@ a.txt", `= ${two}..${four}`, "~x")).rejects.toThrow(/have changed since they were read/);
  expect(await text("a.txt")).toBe(now);
});

test("one of two equal blocks that is gone is not taken for the other", async () => {
  const block = "start\nbody\nend\n";
  const { edit, text, read, write } = await editFolder("hashline", { "a.txt": `a\n${block}b\n${block}c\n` });
  await read("a.txt");
  const now = `a\nb\n${block}c\n`;
  await write("a.txt", now);
  await expect(edit("@@ a.txt", `= 3${hashLine(3, "body")}..3${hashLine(3, "body")}`, "~BODY")).rejects.toThrow();
  expect(await text("a.txt")).toBe(now);
});

test("R240: anchors of the first reading hold through edits of one's own", async () => {
  const { edit, text, read } = await editFolder("hashline", { "a.txt": TEXT });
  await read("a.txt");
  const { one, four } = anchorsOf(TEXT);
  const result = await edit("@@ a.txt", `+ ${one}`, "~1.1", "~1.2");
  expect(textOf(result)).toContain(`2${hashLine(2, "1.1")}|1.1`);
  await edit("@@ a.txt", `= ${four}..${four}`, "~4");
  await edit("@@ a.txt", `= 2${hashLine(2, "1.1")}..2${hashLine(2, "1.1")}`, "~1,1");
  expect(await text("a.txt")).toBe("one\n1,1\n1.2\ntwo\nthree\n4\nfive\n");
});

test("R230: the lines inside a range need no anchors", async () => {
  const { edit, text } = await editFolder("hashline", { "a.txt": TEXT });
  const { one, five } = anchorsOf(TEXT);
  await edit("@@ a.txt", `= ${one}..${five}`, "~all");
  expect(await text("a.txt")).toBe("all\n");
});

test("R231: blanks at the end of a line do not change its anchor; equal brackets have different ones", () => {
  expect(hashLine(4, "let a = 1;  ")).toBe(hashLine(4, "let a = 1;"));
  expect(hashLine(4, "}")).not.toBe(hashLine(9, "}"));
  expect(hashLine(4, "let a = 1;")).toBe(hashLine(9, "let a = 1;"));
});

test("a number that is off by a few lines is put right by the letters", async () => {
  const { edit, text } = await editFolder("hashline", { "a.txt": TEXT });
  await edit("@@ a.txt", `= 2${hashLine(4, "four")}..2${hashLine(4, "four")}`, "~4");
  expect(await text("a.txt")).toBe("one\ntwo\nthree\n4\nfive\n");
});

test("operations that are off by different numbers of lines are refused", async () => {
  const { edit, text } = await editFolder("hashline", { "a.txt": TEXT });
  const [two, four] = [`2${hashLine(2, "two")}`, `5${hashLine(4, "four")}`];
  await expect(edit("@@ a.txt", `- ${two}..${two}`, `- ${four}..${four}`)).rejects.toThrow(/names no line of the file/);
  expect(await text("a.txt")).toBe(TEXT);
});

test.each(["@ a.txt", "@@ a.txt", "@@@a.txt", "@@@@   a.txt"])("R232: the header %s", (header) => {
  expect(parseHashline(`${header}\n- 1aa..1aa`).sections).toMatchObject([{ path: "a.txt" }]);
});

test.each([
  ["- 1aa..1aa", 'input must begin with "@@ PATH" on the first non-blank line; got: - 1aa..1aa'],
  ["@@\n- 1aa..1aa", 'Input header "@" is empty; provide a file path.'],
  ["@@ a\n+ 12", 'line 2: expected a full anchor such as "119sr"; got "12".'],
  ["@@ a\n- 12aa", 'line 2: explicit ranges are required for delete/replace: write "- 12aa..12aa" for one line.'],
  ["@@ a\n= 12aa..", 'line 2: range must include exactly two full anchors separated by "..".'],
  ["@@ a\n= 12aa..11ab", "line 2: range 12aa..11ab ends before it starts."],
  ["@@ a\n= 12aa..12ab", "line 2: range 12aa..12ab uses two different hashes for the same line."],
  ["@@ a\n+ 12aa", "line 2: + and < operations require at least one ~TEXT payload line."],
  ["@@ a\n~text", "line 2: payload line has no preceding +, <, or = operation."],
  ["@@ a\n- 1aa..1aa\n~text", "line 3: payload line has no preceding +, <, or = operation."],
  ["@@ a\n! 12aa", "line 2: unrecognized op."],
  ["@@ a", "The input holds no operation"],
])("R232, R233: %j is refused", (input, message) => {
  expect(() => parseHashline(input)).toThrow(message);
});

test("R233: a missing file and a line beyond the end are named", async () => {
  const { edit } = await editFolder("hashline", { "a.txt": TEXT });
  await expect(edit("@@ b.txt", "- 1aa..1aa")).rejects.toThrow(/Cannot edit b\.txt: no such file/);
  await expect(edit("@@ a.txt", "- 9aa..9aa")).rejects.toThrow(
    /anchor names no line of the file\.\nLine 9 does not exist \(file has 5 lines\)\.\nUse the anchors below/,
  );
});

test("R234: *** Abort applies what stands before it, and frames are passed over", async () => {
  const { edit, text } = await editFolder("hashline", { "a.txt": TEXT });
  const { one } = anchorsOf(TEXT);
  const result = await edit("```", "*** Begin Patch", "@@ a.txt", `- ${one}..${one}`, "*** Abort", "nonsense");
  expect(await text("a.txt")).toBe("two\nthree\nfour\nfive\n");
  expect(textOf(result)).toContain("*** Abort ends the input");
});

test("R235: an edit that changes nothing is an error", async () => {
  const { edit } = await editFolder("hashline", { "a.txt": TEXT });
  const { one } = anchorsOf(TEXT);
  await expect(edit("@@ a.txt", `= ${one}..${one}`, "~one")).rejects.toThrow(
    "Edits to a.txt resulted in no changes being made.",
  );
});

test("R236: a bracket that is repeated behind the range is left out; a repeated line that tells nothing is refused", async () => {
  const code = "if (a) {\n  b();\n}\nc();\n";
  const { edit, text } = await editFolder("hashline", { "a.js": code });
  const lines = anchorsOf(code);
  const body = lines["  b();"];
  const result = await edit("@@ a.js", `= ${body}..${body}`, "~  d();", "~}");
  expect(await text("a.js")).toBe("if (a) {\n  d();\n}\nc();\n");
  expect(textOf(result)).toContain("repeats were left out");
  const end = `3${hashLine(3, "}")}`;
  await expect(edit("@@ a.js", `= ${end}..${end}`, "~}", "~c();")).rejects.toThrow(/the payload repeats line 4/);
});

test("R236: an insertion keeps repeated lines, unless the setting leaves them out with a warning", async () => {
  const code = "first();\nif (a) {\n  b();\n}\n";
  const input = ["@@ a.js", `+ ${anchorsOf(code)["first();"]}`, "~first();", "~second();", "~if (a) {"];
  let isOn = false;
  const open = async () => await editFolder("hashline", { "a.js": code }, undefined, { absorbInserts: () => isOn });
  const plain = await open();
  await plain.edit(...input);
  expect(await plain.text("a.js")).toBe("first();\nfirst();\nsecond();\nif (a) {\nif (a) {\n  b();\n}\n");
  const absorbing = await open();
  isOn = true;
  const result = await absorbing.edit(...input);
  expect(await absorbing.text("a.js")).toBe("first();\nsecond();\nif (a) {\n  b();\n}\n");
  expect(textOf(result)).toContain("line 2: lines around the insertion that the payload repeats were left out.");
  const copying = await open();
  await copying.edit("@@ a.js", `+ ${anchorsOf(code)["first();"]}`, "~first();");
  expect(await copying.text("a.js")).toBe(`first();\n${code}`);
});

test("R238: a file that does not exist is made from BOF or EOF", async () => {
  const { edit, text } = await editFolder("hashline", {});
  const result = await edit("@@ new/a.txt", "+ BOF", "~one", "~two");
  expect(await text("new/a.txt")).toBe("one\ntwo\n");
  expect(textOf(result)).toContain("Added new/a.txt.");
});

test("R239: a generated file is refused", async () => {
  const { edit } = await editFolder("hashline", { "a.go": "// Code generated by protoc. DO NOT EDIT.\npackage a\n" });
  const line = `2${hashLine(2, "package a")}`;
  await expect(edit("@@ a.go", `- ${line}..${line}`)).rejects.toThrow("a.go is generated, as its line 1 says.");
});

test("R242: another payload sign", () => {
  expect(parseHashline("@@ a\n+ EOF\n>>x", ">>").sections[0]?.ops[0]?.payload).toEqual(["x"]);
});

test("operations that overlap are refused", async () => {
  const { edit, text } = await editFolder("hashline", { "a.txt": TEXT });
  const { one, two, three } = anchorsOf(TEXT);
  await expect(edit("@@ a.txt", `- ${one}..${two}`, `= ${two}..${three}`, "~x")).rejects.toThrow(
    "The operations in lines 2 and 3 overlap in a.txt. Join them into one.",
  );
  await expect(edit("@@ a.txt", `- ${one}..${three}`, `+ ${one}`, "~x")).rejects.toThrow(/overlap/);
  expect(await text("a.txt")).toBe(TEXT);
});

test("placeholders, anchors in the payload and lost characters are refused", async () => {
  const code = "a(“x”);\nb();\n";
  const { edit, text, read } = await editFolder("hashline", { "a.js": code });
  await read("a.js");
  const { "a(“x”);": a, "b();": b } = anchorsOf(code);
  await expect(edit("@@ a.js", `= ${b}..${b}`, "~// ... existing code ...")).rejects.toThrow(/placeholder/);
  await expect(edit("@@ a.js", `= ${b}..${b}`, `~${b}|b();`)).rejects.toThrow(/repeats the anchor/);
  // The anchor of the old line before a new one, and anchors that the model has made up.
  await expect(edit("@@ a.js", `= ${b}..${b}`, `~${b}|c();`)).rejects.toThrow(/repeats the anchor/);
  await expect(edit("@@ a.js", `= ${b}..${b}`, "~2xx|c();", "~3yy|d();")).rejects.toThrow(/repeats the anchor/);
  await expect(edit("@@ a.js", `= ${a}..${a}`, '~a("x", 2);')).rejects.toThrow(/others that look alike/);
  expect(await text("a.js")).toBe(code);
  await edit("@@ a.js", `= ${a}..${a}`, '~a("x");');
  expect(await text("a.js")).toBe('a("x");\nb();\n');
});

test("a file that was read by a link is edited by its name, and the link stays", async () => {
  const { cwd, edit, read, write, text } = await editFolder("hashline", { "a.txt": TEXT });
  await symlink("a.txt", join(cwd, "link.txt"));
  await read("link.txt");
  await write("a.txt", `new\n${TEXT}`);
  const { two } = anchorsOf(TEXT);
  await edit("@@ a.txt", `= ${two}..${two}`, "~2");
  expect(await text("a.txt")).toBe("new\none\n2\nthree\nfour\nfive\n");
  expect(await readFile(join(cwd, "link.txt"), "utf8")).toBe(await text("a.txt"));
});
