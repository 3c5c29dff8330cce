import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { parseApplyPatch } from "../../../../src/core/tools/edit/edit-modes/apply-patch/parse.ts";
import { parseUnifiedPatch } from "../../../../src/core/tools/edit/edit-modes/patch/parse.ts";
import { textOf } from "../run-tool.ts";
import { editFolder } from "./edit-folder.ts";

const CODE = [
  "class A {",
  "  run() {",
  "    go();",
  "  }",
  "}",
  "class B {",
  "  run() {",
  "    go();",
  "  }",
  "}",
  "",
].join("\n");

/** The same hunks in both formats. */
const FORMATS = [
  [
    "apply_patch",
    (path: string, ...hunks: string[]) => ["*** Begin Patch", `*** Update File: ${path}`, ...hunks, "*** End Patch"],
  ],
  [
    "patch",
    (path: string, ...hunks: string[]) => [
      `--- a/${path}`,
      `+++ b/${path}`,
      ...(hunks[0]?.startsWith("@@") ? [] : ["@@ @@"]),
      ...hunks,
    ],
  ],
] as const;

test.each(FORMATS)("%s: a hunk changes the lines it names and no others", async (mode, update) => {
  const { edit, text } = await editFolder(mode, { "a.txt": "one  \ntwo\nthree\n" });
  const result = await edit(...update("a.txt", " one", "-two", "+2", "+2.5", " three"));
  expect(await text("a.txt")).toBe("one  \n2\n2.5\nthree\n");
  expect(textOf(result)).toBe("Changed a.txt.\nWarnings:\n- a.txt: hunk 1 was matched without trailing blanks.");
  expect(result.details).toMatchObject({ firstChangedLine: 2, files: [{ path: "a.txt", op: "update" }] });
});

test.each(FORMATS)("%s: mixed line ends stay with their lines; no final newline is added", async (mode, update) => {
  const { edit, text } = await editFolder(mode, { "a.txt": "one\r\ntwo\nthree\r\nfour" });
  await edit(...update("a.txt", " one", "-two", "+2", "-three", "+3", " four"));
  expect(await text("a.txt")).toBe("one\r\n2\n3\r\nfour");
});

test.each(FORMATS)(
  "%s: a file that changed after it was read takes only hunks that still fit",
  async (mode, update) => {
    const { edit, read, write, text } = await editFolder(mode, { "a.txt": "one\ntwo\nthree\n" });
    await read("a.txt");
    await write("a.txt", "zero\none\nTWO\nthree\n");
    await expect(edit(...update("a.txt", " one", "-two", "+2"))).rejects.toThrow(/Could not find/);
    expect(await text("a.txt")).toBe("zero\none\nTWO\nthree\n");
    await edit(...update("a.txt", "-three", "+3"));
    expect(await text("a.txt")).toBe("zero\none\nTWO\n3\n");
  },
);

test.each(FORMATS)("%s: lines that are there twice are refused, with their places", async (mode, update) => {
  const { edit, text } = await editFolder(mode, { "a.js": CODE });
  await expect(edit(...update("a.js", "   run() {", "-    go();", "+    stop();"))).rejects.toThrow(
    "Hunk 1 fits several places in a.js (lines 2, 7). Add lines before or behind it that only one of them has.",
  );
  expect(await text("a.js")).toBe(CODE);
});

test("apply_patch: a heading chooses among equal lines", async () => {
  const { edit, text } = await editFolder("apply_patch", { "a.js": CODE });
  await edit(
    "*** Begin Patch",
    "*** Update File: a.js",
    "@@ class B {",
    "   run() {",
    "-    go();",
    "+    stop();",
    "*** End Patch",
  );
  expect(await text("a.js")).toBe(CODE.replace(/go\(\);\n {2}}\n}\n$/, "stop();\n  }\n}\n"));
});

test.each(FORMATS)("%s: hunks stand in the order of the file", async (mode, update) => {
  const { edit, text } = await editFolder(mode, { "a.js": CODE });
  await edit(
    ...update(
      "a.js",
      "-class B {",
      "+class C {",
      "@@ @@".slice(0, mode === "patch" ? 5 : 2),
      "-    go();",
      "+    stop();",
    ),
  );
  expect(await text("a.js")).toBe(
    `${CODE.slice(0, CODE.indexOf("class B"))}class C {\n  run() {\n    stop();\n  }\n}\n`,
  );
});

test.each(FORMATS)("%s: lines with another indentation get that of the file", async (mode, update) => {
  const { edit, text } = await editFolder(mode, { "a.py": "class A:\n\tdef f(self):\n\t\treturn 1\n" });
  await edit(...update("a.py", "     def f(self):", "-        return 1", "+        if x:", "+            return 2"));
  expect(await text("a.py")).toBe("class A:\n\tdef f(self):\n\t\tif x:\n\t\t\treturn 2\n");
});

test.each(FORMATS)("%s: an indentation that follows no rule is refused", async (mode, update) => {
  const content = "a:\n  b:\n      c\n";
  const { edit, text } = await editFolder(mode, { "a.yaml": content });
  await expect(edit(...update("a.yaml", "  a:", "     b:", "-         c", "+            d"))).rejects.toThrow(
    /copy their indentation/,
  );
  expect(await text("a.yaml")).toBe(content);
});

test.each(FORMATS)("%s: characters of the file that only look like the given ones stay", async (mode, update) => {
  const { edit, text } = await editFolder(mode, { "a.md": "It’s “fine” – really\nend\n" });
  await edit(...update("a.md", '-It\'s "fine" - really', '+It\'s "fine" - truly', " end"));
  expect(await text("a.md")).toBe("It’s “fine” – truly\nend\n");
});

test.each(FORMATS)("%s: a placeholder in the new lines is refused", async (mode, update) => {
  const { edit, text } = await editFolder(mode, { "a.js": CODE });
  await expect(edit(...update("a.js", " class B {", "+  // ... rest of the class ..."))).rejects.toThrow(/placeholder/);
  expect(await text("a.js")).toBe(CODE);
});

test.each(FORMATS)("%s: a placeholder without the sign of a comment is refused too", async (mode, update) => {
  const { edit, text } = await editFolder(mode, { "a.txt": "one\n" });
  await expect(edit(...update("a.txt", " one", "+... existing lines ..."))).rejects.toThrow(/placeholder/);
  expect(await text("a.txt")).toBe("one\n");
});

test.each(FORMATS)("%s: dots within the sentence of a comment are no placeholder", async (mode, update) => {
  const { edit, text } = await editFolder(mode, { "a.js": "one\n" });
  const added = ["// use original id (mock(..., { spy: true }))", " *  return { ...original, get: f() }"];
  await edit(...update("a.js", " one", ...added.map((line) => `+${line}`)));
  expect(await text("a.js")).toBe(`one\n${added.join("\n")}\n`);
});

test.each(FORMATS)("%s: the same edit sent twice is refused the second time", async (mode, update) => {
  const { edit, text } = await editFolder(mode, { "a.txt": "one\ntwo\n" });
  const call = update("a.txt", " one", "+one and a half", " two");
  await edit(...call);
  await expect(edit(...call)).rejects.toThrow(/Could not find the lines of hunk 1/);
  expect(await text("a.txt")).toBe("one\none and a half\ntwo\n");
});

test.each(FORMATS)("%s: what is not there is named, and where to look", async (mode, update) => {
  const { edit } = await editFolder(mode, { "a.txt": "one\ntwo\n" });
  await expect(edit(...update("a.txt", " one", "-zwei", "+2"))).rejects.toThrow(
    'Could not find the lines of hunk 1 in a.txt. The file has no line "zwei". Lines 1 to 2 come nearest; copy from there:\none\ntwo',
  );
});

test.each(FORMATS)("%s: overlapping hunks, and one that changes nothing", async (mode, update) => {
  const { edit } = await editFolder(mode, { "a.txt": "one\ntwo\nthree\n" });
  const next = mode === "patch" ? "@@ @@" : "@@";
  await expect(edit(...update("a.txt", "-one", "+1", " two", next, " two", "-three", "+3"))).rejects.toThrow(
    "Hunks 1 and 2 overlap in a.txt. Join them into one.",
  );
  await expect(edit(...update("a.txt", " one", " two"))).rejects.toThrow(/neither adds nor removes/);
  await expect(edit(...update("a.txt", "-one", "+one"))).rejects.toThrow(/already as the patch wants them/);
});

test("apply_patch: adds, deletes and moves files, and appends to one", async () => {
  const { edit, text } = await editFolder("apply_patch", { "old.txt": "x\n", "a.txt": "one\n", "b.txt": "two" });
  const result = await edit(
    ...["*** Begin Patch", "*** Add File: new/n.txt", "+hello", "+", "+world", "*** Delete File: old.txt"],
    ...["*** Update File: a.txt", "*** Move to: moved/a.txt", "@@", "-one", "+1"],
    ...["*** Update File: b.txt", "+three", "*** End of File", "*** End Patch"],
  );
  expect(await text("new/n.txt")).toBe("hello\n\nworld\n");
  expect(await text("moved/a.txt")).toBe("1\n");
  expect(await text("b.txt")).toBe("two\nthree");
  await expect(text("old.txt")).rejects.toThrow(/ENOENT/);
  await expect(text("a.txt")).rejects.toThrow(/ENOENT/);
  expect(textOf(result).split("\n")).toEqual([
    "Added new/n.txt.",
    "Deleted old.txt.",
    "Changed a.txt and moved it to moved/a.txt.",
    "Changed b.txt.",
  ]);
});

test("patch: a file that holds other lines than those that are removed is not deleted", async () => {
  const { cwd, edit } = await editFolder("patch", { "a.txt": "one\ntwo\nlater\n" });
  const header = ["--- a/a.txt", "+++ /dev/null"];
  await expect(edit(...header, "@@ -1,2 +0,0 @@", "-one", "-two")).rejects.toThrow(
    "a.txt holds other lines than the patch removes. Read it again; to delete it whatever it holds, leave the hunk out.",
  );
  expect(await readdir(cwd)).toEqual(["a.txt"]);
  await edit(...header);
  expect(await readdir(cwd)).toEqual([]);
});

test.each([
  [
    "apply_patch",
    ["*** Begin Patch", "*** Add File: a.txt", "+1", "*** Update File: a.txt", "-one", "+uno", "*** End Patch"],
  ],
  [
    "apply_patch",
    ["*** Begin Patch", "*** Update File: a.txt", "-one", "+1", "*** Add File: a.txt", "+x", "*** End Patch"],
  ],
  [
    "apply_patch",
    ["*** Begin Patch", "*** Update File: a.txt", "-one", "+1", "*** Delete File: a.txt", "*** End Patch"],
  ],
  ["apply_patch", ["*** Begin Patch", "*** Add File: n.txt", "+1", "*** Add File: n.txt", "+2", "*** End Patch"]],
  ["patch", ["--- a/a.txt", "+++ /dev/null", "--- a/a.txt", "+++ b/a.txt", "@@ @@", "-one", "+1"]],
  ["patch", ["--- a/a.txt", "+++ b/b.txt", "@@ @@", "-one", "+1", "--- a/a.txt", "+++ b/c.txt", "@@ @@", "-one", "+2"]],
] as const)("%s: sections of one file that contradict each other are refused: %j", async (mode, lines) => {
  const { cwd, edit, text } = await editFolder(mode, { "a.txt": "one\n" });
  await expect(edit(...lines)).rejects.toThrow(
    /^Two sections of the patch for \S+ do not go together\. Write one section that holds all of its changes\.$/,
  );
  expect(await readdir(cwd)).toEqual(["a.txt"]);
  expect(await text("a.txt")).toBe("one\n");
});

test("patch: adds, deletes and moves files as git writes it", async () => {
  const { edit, text } = await editFolder("patch", { "old.txt": "x\n", "a.txt": "one\n" });
  await edit(
    ...["diff --git a/n.txt b/n.txt", "new file mode 100644", "index 0000000..e69de29", "--- /dev/null", "+++ b/n.txt"],
    ...["@@ -0,0 +1,2 @@", "+hello", "+world", "--- a/old.txt", "+++ /dev/null", "@@ -1 +0,0 @@", "-x"],
    ...["diff --git a/a.txt b/b.txt", "similarity index 50%", "rename from a.txt", "rename to b.txt"],
    ...["--- a/a.txt", "+++ b/b.txt", "@@ -7,1 +9,1 @@", "-one", "+1", "\\ No newline at end of file", ""],
  );
  expect(await text("n.txt")).toBe("hello\nworld\n");
  expect(await text("b.txt")).toBe("1\n");
  await expect(text("old.txt")).rejects.toThrow(/ENOENT/);
  await expect(text("a.txt")).rejects.toThrow(/ENOENT/);
});

test.each([
  ["nothing", 'The patch must begin with the line "*** Begin Patch".'],
  ["*** Begin Patch\n*** Update File: a", 'The patch must end with the line "*** End Patch".'],
  ["*** Begin Patch\n*** End Patch", "The patch is empty"],
  [
    "*** Begin Patch\n*** Frobnicate File: a\n*** End Patch",
    'The patch has "*** Frobnicate File: a" where it should have',
  ],
  ["*** Begin Patch\n*** Update File: a\n*** End Patch", "The section for a changes nothing."],
  ["*** Begin Patch\n*** Add File: a\n+x\ny\n*** End Patch", 'Each line of the new file a must begin with "+"; got: y'],
  ["*** Begin Patch\n*** Update File: a\n@@\n?x\n*** End Patch", 'The patch has "?x" where it should have a line of a'],
  ["*** Begin Patch\n*** Delete File: a\n+x\n*** End Patch", 'The patch has "+x" where it should have another file'],
])("apply_patch: %j is refused", (input, message) => {
  expect(() => parseApplyPatch(input)).toThrow(message);
});

test.each([
  "<<'EOF'\n*** Begin Patch\n*** Delete File: a \n*** End Patch\nEOF",
  " *** Begin Patch \n*** Delete File: a\n*** End Patch ",
])("apply_patch: the frame of %j is taken off", (input) => {
  expect(parseApplyPatch(input)).toEqual([{ kind: "delete", path: "a", hunks: [] }]);
});

test.each([
  ["hello", 'The patch has "hello" where a file or a hunk should begin.'],
  ["", "The input is no unified diff"],
  ["--- a/x\n+++ b/x\n", "The patch for x has no hunk"],
  ["--- a/x\n+++ b/x\n@@ -1 +1 @@\n?x", 'A line of a hunk must begin with a blank, "+" or "-"; got: ?x'],
])("patch: %j is refused", (input, message) => {
  expect(() => parseUnifiedPatch(input)).toThrow(message);
});

test("patch: a removed line that looks like a header is a line", () => {
  const [file] = parseUnifiedPatch("--- a/q.sql\n+++ b/q.sql\n@@ -1,2 +1,1 @@\n--- comment\n select 1;\n");
  expect(file?.hunks[0]?.lines).toEqual([
    { kind: "removed", text: "-- comment" },
    { kind: "same", text: "select 1;" },
  ]);
});
