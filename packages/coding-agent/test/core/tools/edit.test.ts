import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { applyPatch } from "diff";
import { expect, test } from "vitest";
import { localEditOperations } from "../../../src/core/tools/edit/operations.ts";
import { createEditTool, type EditOperations } from "../../../src/core/tools/index.ts";
import { tempFolder } from "../temp-folder.ts";
import { call } from "./run-tool.ts";

test("P-TOOL-23: one unique occurrence is replaced, with diff, patch and first changed line", async () => {
  const { path, edit } = await fileWith("one\ntwo\nthree\n");
  const result = await edit([{ oldText: "two", newText: "2" }]);
  expect(await readFile(path, "utf8")).toBe("one\n2\nthree\n");
  expect(result.content).toEqual([{ type: "text", text: `Successfully replaced 1 block in ${path}.` }]);
  expect(result.details).toMatchObject({ diff: " 1 one\n-2 two\n+2 2\n 3 three", firstChangedLine: 2 });
  expect(applyPatch("one\ntwo\nthree\n", result.details?.patch ?? "")).toBe("one\n2\nthree\n");
});

test("the diff numbers its lines and leaves out what is far from a change", async () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
  const { edit } = await fileWith(`${lines.join("\n")}\n`);
  const { details } = await edit([
    { oldText: "line 2\n", newText: "line 2\nnew\n" },
    { oldText: "line 20\n", newText: "" },
  ]);
  expect(details?.diff.split("\n")).toEqual([
    "  1 line 1",
    "  2 line 2",
    "+ 3 new",
    "  3 line 3",
    "  4 line 4",
    "  5 line 5",
    "  6 line 6",
    "    ...",
    " 16 line 16",
    " 17 line 17",
    " 18 line 18",
    " 19 line 19",
    "-20 line 20",
    " 21 line 21",
    " 22 line 22",
    " 23 line 23",
    " 24 line 24",
    "    ...",
  ]);
  expect(details?.firstChangedLine).toBe(3);
});

const REFUSED = {
  "P-TOOL-24: text that is not there": [[{ oldText: "zwei", newText: "x" }], "no-match"],
  "P-TOOL-25: text that is there twice": [[{ oldText: "o", newText: "x" }], "ambiguous-match"],
  "P-TOOL-25: text that overlaps itself": [[{ oldText: "ee\ne", newText: "x" }], "ambiguous-match"],
  "P-TOOL-26: one bad edit among good ones": [
    [
      { oldText: "one", newText: "1" },
      { oldText: "zwei", newText: "2" },
    ],
    "no-match",
  ],
  "P-TOOL-27: text that another edit would bring": [
    [
      { oldText: "one", newText: "fresh" },
      { oldText: "fresh", newText: "x" },
    ],
    "no-match",
  ],
  "P-TOOL-28: edits that overlap": [
    [
      { oldText: "one\ntwo", newText: "x" },
      { oldText: "two\nthree", newText: "y" },
    ],
    "overlap",
  ],
  "P-TOOL-33: an edit that changes nothing": [[{ oldText: "two", newText: "two" }], "no-change"],
  "an empty old text": [[{ oldText: "", newText: "x" }], "invalid-argument"],
  "no edit at all": [[], "invalid-argument"],
} as const;

test.each(Object.entries(REFUSED))("%s is refused and the file stays", async (_name, [edits, code]) => {
  const { path, edit } = await fileWith("one\ntwo\nthree\nee\nee\nee\n");
  await expect(edit([...edits])).rejects.toMatchObject({ code });
  expect(await readFile(path, "utf8")).toBe("one\ntwo\nthree\nee\nee\nee\n");
});

test("a failure says which edit it was and where to look", async () => {
  const { path, edit } = await fileWith("a\nfunction f() {\n  return 1;\n}\n");
  await expect(edit([{ oldText: "function f() {\n  return 2;", newText: "x" }])).rejects.toThrow(
    `Could not find oldText in ${path}. It must match the file exactly, blanks and line breaks included. Lines 2 to 3 come nearest; copy from there:\nfunction f() {\n  return 1;`,
  );
  const two = [
    { oldText: "a\n", newText: "b\n" },
    { oldText: "nowhere", newText: "x" },
  ];
  await expect(edit(two)).rejects.toThrow("Could not find edits[1].oldText");
});

test("of a long text that is not there, the lines around the first difference are shown", async () => {
  const lines = Array.from({ length: 60 }, (_, index) => `line ${index}`);
  const { edit } = await fileWith(lines.join("\n"));
  const oldText = lines.slice(10, 50).with(25, "another line").join("\n");
  await expect(edit([{ oldText, newText: "x" }])).rejects.toThrow(
    `Lines 33 to 44 come nearest; copy from there:\n${lines.slice(32, 44).join("\n")}`,
  );
});

test("a line with other blanks is shown", async () => {
  const { edit } = await fileWith("a\n\tlog( used );\nb\n");
  await expect(edit([{ oldText: "log(used);", newText: "x" }])).rejects.toThrow(
    "Line 2 comes nearest; copy from there:\n\tlog( used );",
  );
});

test("a file that an editor saves during the edit stays as the editor saved it", async () => {
  const cwd = await tempFolder();
  const path = join(cwd, "a.txt");
  await writeFile(path, "one\ntwo\n");
  const readFileOnce = async (file: string) => {
    const bytes = await localEditOperations.readFile(file);
    await writeFile(file, "one\ntwo\nsaved\n");
    return bytes;
  };
  const tool = createEditTool(cwd, { operations: { ...localEditOperations, readFile: readFileOnce } });
  const args = { path: "a.txt", edits: [{ oldText: "one", newText: "1" }] };
  await expect(call(tool, args)).rejects.toThrow("a.txt was changed by another program during the edit.");
  expect(await readFile(path, "utf8")).toBe("one\ntwo\nsaved\n");
});

test("an empty text to replace in an empty file leads to write", async () => {
  const { edit } = await fileWith("");
  await expect(edit([{ oldText: "", newText: "x" }])).rejects.toThrow(
    "oldText is empty, and so is the file: use write.",
  );
});

test("P-TOOL-27: every edit is matched against the original, in any order", async () => {
  const { path, edit } = await fileWith("a b c");
  await edit([
    { oldText: "c", newText: "a" },
    { oldText: "a", newText: "b" },
    { oldText: "b", newText: "c" },
  ]);
  expect(await readFile(path, "utf8")).toBe("b c a");
});

test("edits that touch but do not overlap are fine", async () => {
  const { path, edit } = await fileWith("onetwo");
  await edit([
    { oldText: "two", newText: "2" },
    { oldText: "one", newText: "1" },
  ]);
  expect(await readFile(path, "utf8")).toBe("12");
});

test("P-TOOL-29: CRLF and the byte order mark are kept, whichever the model writes", async () => {
  for (const newline of ["\n", "\r\n"]) {
    const { path, edit } = await fileWith("\ufeffone\r\ntwo\r\nthree\r\n");
    await edit([{ oldText: `one${newline}two`, newText: `1${newline}2` }]);
    expect(await readFile(path, "utf8")).toBe("\ufeff1\r\n2\r\nthree\r\n");
  }
});

test("a file that mixes line ends keeps those it is not asked to change", async () => {
  const { path, edit } = await fileWith("one\r\ntwo\nthree\rfour\n");
  await edit([{ oldText: "two", newText: "2" }]);
  expect(await readFile(path, "utf8")).toBe("one\r\n2\nthree\rfour\n");
});

test("other encodings are kept", async () => {
  const utf16 = Buffer.from("\ufeffgrün\r\n", "utf16le");
  const { path, edit } = await fileWith(utf16);
  await edit([{ oldText: "grün", newText: "blau" }]);
  expect(await readFile(path)).toEqual(Buffer.from("\ufeffblau\r\n", "utf16le"));

  const latin1 = await fileWith(Buffer.from([0x67, 0xfc, 0x0a, 0x61]));
  await latin1.edit([{ oldText: "a", newText: "b" }]);
  expect(await readFile(latin1.path)).toEqual(Buffer.from([0x67, 0xfc, 0x0a, 0x62]));
  await expect(latin1.edit([{ oldText: "b", newText: "日" }])).rejects.toThrow("is not UTF-8");
});

test("P-TOOL-30: an exact match is preferred to a fuzzy one", async () => {
  const { path, edit } = await fileWith('say “hi”\nsay "hi"\n');
  await edit([{ oldText: 'say "hi"', newText: "exact" }]);
  expect(await readFile(path, "utf8")).toBe("say “hi”\nexact\n");
});

test.each([
  ["smart quotes", "x = ‘a’ + “b”;", `x = 'a' + "b";`],
  ["dashes", "a – b — c ‑ d − e", "a - b - c - d - e"],
  ["non-breaking and other spaces", "a\u00a0b\u202fc\u3000d", "a b c d"],
  ["fullwidth punctuation", "f（a，b）！", "f(a,b)!"],
  ["trailing blanks", "a  \nb\t\nc", "a\nb\nc"],
  ["composed letters", "cafe\u0301", "caf\u00e9"],
])("P-TOOL-31: %s are matched through", async (_name, inFile, given) => {
  const { path, edit } = await fileWith(`before\n${inFile}\nafter\n`);
  await edit([{ oldText: given, newText: "done" }]);
  expect(await readFile(path, "utf8")).toBe("before\ndone\nafter\n");
});

test("P-TOOL-32: what lies outside a fuzzy match stays as it is, on the same line too", async () => {
  const { path, edit } = await fileWith("“keep”  \nkeep – f（“x”） – keep  \r\n“keep”\t\n");
  await edit([{ oldText: 'f("x")', newText: "g" }]);
  expect(await readFile(path, "utf8")).toBe("“keep”  \nkeep – g – keep  \r\n“keep”\t\n");
});

test("the old form with one pair of texts, one object, and JSON text are understood", () => {
  const tool = createEditTool("/");
  const edits = [{ oldText: "a", newText: "b" }];
  const expected = { path: "p", edits };
  expect(tool.prepareArguments?.({ path: "p", oldText: "a", newText: "b" })).toEqual(expected);
  expect(tool.prepareArguments?.({ path: "p", edits: edits[0] })).toEqual(expected);
  expect(tool.prepareArguments?.({ path: "p", edits: JSON.stringify(edits) })).toEqual(expected);
  expect(tool.prepareArguments?.(expected)).toEqual(expected);
  for (const strange of ["text", null, 7, { path: "p" }, { path: "p", edits: "{" }]) {
    expect(tool.prepareArguments?.(strange)).toEqual(strange);
  }
});

test("P-TOOL-34: a missing file fails before it is read, and so does one that may not be written", async () => {
  const folder = await tempFolder();
  const edits = [{ oldText: "a", newText: "b" }];
  await expect(call(createEditTool(folder), { path: "gone.txt", edits })).rejects.toThrow(
    "Cannot edit gone.txt: no such file.",
  );
  const operations: EditOperations = {
    access: () => Promise.reject(Object.assign(new Error("denied"), { code: "EACCES" })),
    readFile: () => expect.unreachable("it must not be read"),
    writeFile: () => expect.unreachable("it must not be written"),
  };
  await expect(call(createEditTool("/", { operations }), { path: "x", edits })).rejects.toThrow("permission denied");
});

test("an aborted call changes nothing, and fails", async () => {
  const path = join(await tempFolder(), "a.txt");
  await writeFile(path, "one");
  const edits = [{ oldText: "one", newText: "two" }];
  await expect(call(createEditTool("/"), { path, edits }, AbortSignal.abort())).rejects.toMatchObject({
    code: "aborted",
  });
  expect(await readFile(path, "utf8")).toBe("one");
});

test("a binary file is refused", async () => {
  const { edit } = await fileWith("a\0b");
  await expect(edit([{ oldText: "a", newText: "b" }])).rejects.toMatchObject({ code: "binary" });
});

test("around a line of 100 MB is edited, and neither result nor error holds that line", async () => {
  const long = "x".repeat(100 * 1024 * 1024);
  const { path, edit } = await fileWith(`one\n${long}\ntwo\n`);
  const { details } = await edit([{ oldText: "two", newText: "2" }]);
  expect(JSON.stringify(details).length).toBeLessThan(100_000);
  expect(details?.diff).toMatch(/x… \(\d+ more characters\)\n-3 two\n\+3 2$/);
  const { message } = (await edit([{ oldText: "nowhere", newText: "2" }]).catch((error: unknown) => error)) as Error;
  expect(message).toMatch(/^Could not find oldText/);
  expect(message.length).toBeLessThan(1000);
  const bytes = await readFile(path);
  expect([bytes.length, bytes.toString("latin1", bytes.length - 3)]).toEqual([long.length + 7, "\n2\n"]);
});

test("a line of more than a million characters is compared as it is, and the lines around it with look-alikes", async () => {
  const long = `“${"é".repeat(1_000_001)}”`;
  const { path, edit } = await fileWith(`${long}\n“two”\n`);
  await expect(edit([{ oldText: 'é"', newText: "x" }])).rejects.toThrow(/Could not find/);
  await edit([{ oldText: '"two"', newText: '"zwei"' }]);
  expect((await readFile(path, "utf8")) === `${long}\n“zwei”\n`).toBe(true);
});

test("the mode of the file is kept", async () => {
  const { path, edit } = await fileWith("#!/bin/sh\n");
  await chmod(path, 0o755);
  await edit([{ oldText: "sh", newText: "bash" }]);
  expect((await stat(path)).mode & 0o777).toBe(0o755);
});

test("edits of one file that come at the same time do not lose each other", async () => {
  const names = Array.from({ length: 10 }, (_, index) => `<${index}>`);
  const { path, edit } = await fileWith(names.join(" "));
  await Promise.all(names.map((name) => edit([{ oldText: name, newText: name.slice(1, -1) }])));
  expect(await readFile(path, "utf8")).toBe("0 1 2 3 4 5 6 7 8 9");
});

test("P-TOOL-9: substituted operations do all the work", async () => {
  const written: unknown[] = [];
  const operations: EditOperations = {
    access: async () => undefined,
    readFile: async () => Buffer.from("old"),
    writeFile: async (path, content) => void written.push([path, content]),
  };
  await call(createEditTool("/remote", { operations }), { path: "x", edits: [{ oldText: "old", newText: "new" }] });
  expect(written).toEqual([["/remote/x", "new"]]);
});

async function fileWith(content: string | Buffer) {
  const path = join(await tempFolder(), "file.txt");
  await writeFile(path, content);
  const edit = (edits: { oldText: string; newText: string }[]) => call(createEditTool("/"), { path, edits });
  return { path, edit };
}
