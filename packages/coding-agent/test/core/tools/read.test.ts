import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readImageSize } from "../../../src/core/images/index.ts";
import { formatSize } from "../../../src/core/output/index.ts";
import { createEditTool, createReadTool, type ReadOperations } from "../../../src/core/tools/index.ts";
import { blankPicture } from "../images/make-image.ts";
import { tempFolder } from "../temp-folder.ts";
import { call, textOf } from "./run-tool.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("P-TOOL-14: a short file comes unchanged and without notice", async () => {
  const { read } = await fileWith("one\n\n  two\r\nthree");
  expect(await read()).toEqual({ content: [{ type: "text", text: "one\n\n  two\r\nthree" }], details: undefined });
});

test("P-TOOL-15, R205: 2500 lines end with a notice on how to continue", async () => {
  const { read } = await fileWith(numbered(2500));
  const result = await read();
  const text = textOf(result);
  expect(text.startsWith("line 1\n")).toBe(true);
  expect(text.endsWith("line 2000\n\n[Showing lines 1-2000 of 2500. Use offset=2001 to continue.]")).toBe(true);
  expect(result.details?.truncation).toMatchObject({ truncatedBy: "lines", totalLines: 2500, outputLines: 2000 });
  expect(textOf(await read({ offset: 2001 })).startsWith("line 2001\n")).toBe(true);
});

test("exactly 2000 lines, with or without a newline at the end, are not truncated", async () => {
  for (const content of [numbered(2000), numbered(2000).trimEnd()]) {
    expect(textOf(await (await fileWith(content)).read())).toBe(content);
  }
});

test("the byte limit is named in the notice", async () => {
  const { read } = await fileWith(`${"x".repeat(999)}\n`.repeat(100));
  const text = textOf(await read({ offset: 11 }));
  expect(text.endsWith("\n\n[Showing lines 11-61 of 100 (50KB limit). Use offset=62 to continue.]")).toBe(true);
});

test("P-TOOL-5: a line above the limit is told, with a way to see it", async () => {
  const { path, read } = await fileWith(`short\n${"x".repeat(60_000)}\n`, "it's.txt");
  expect(textOf(await read({ offset: 2 }))).toBe(
    `[Line 2 is 58.6KB, above the 50KB limit. Use bash: sed -n '2p' '${path.replace("'", "'\\''")}' | head -c 51200]`,
  );
});

test("P-TOOL-16, R206: an offset beyond the end is an error", async () => {
  const { path, read } = await fileWith("one\ntwo\n");
  await expect(read({ offset: 4 })).rejects.toThrow(
    `Offset 4 is beyond the end of ${path} (2 lines). Use an offset from 1 to 2.`,
  );
  // The line break at the end may be counted as the beginning of one more line.
  expect(textOf(await read({ offset: 3 }))).toBe("[The file ends at line 2]");
  const open = await fileWith("one\ntwo");
  await expect(open.read({ offset: 3 })).rejects.toThrow("Offset 3 is beyond the end");
});

test("P-TOOL-17, R205: a limit that leaves lines says how to continue", async () => {
  const { read } = await fileWith("1\n2\n3\n4\n5\n");
  expect(textOf(await read({ offset: 2, limit: 2 }))).toBe("2\n3\n\n[2 more lines in file. Use offset=4 to continue.]");
  expect(textOf(await read({ offset: 4, limit: 2 }))).toBe("4\n5\n");
});

test("an empty file is said to be one", async () => {
  expect(textOf(await (await fileWith("")).read())).toBe("[Empty file]");
});

test("P-TOOL-18: an image is known by its content, and so is a text", async () => {
  const image = await fileWith(Buffer.from(PIXEL, "base64"), "picture.txt");
  expect((await image.read()).content).toEqual([
    { type: "text", text: "Read image file [image/png]\n[1x1 pixels, 70B]" },
    { type: "image", data: PIXEL, mimeType: "image/png" },
  ]);
  const text = await fileWith("BM is a text too, and long enough to be a header", "text.png");
  expect(textOf(await text.read())).toBe("BM is a text too, and long enough to be a header");
});

test("P-TOOL-19: a picture of 4000 by 3000 comes as one of 2000 by 1500, with a note", async () => {
  const { path, read } = await fileWith(blankPicture(4000, 3000), "big.png");
  const { content } = await read();
  const size = formatSize((await stat(path)).size);
  expect(content[0]).toEqual({
    type: "text",
    text: `Read image file [image/png]\n[4000x3000 pixels, ${size}]\n[Scaled to 2000x1500: multiply coordinates by 2 for the original.]`,
  });
  const data = content[1]?.type === "image" ? content[1].data : "";
  expect(readImageSize(Buffer.from(data, "base64"), "image/png")).toEqual({ width: 2000, height: 1500 });
  const asItIs = await call(createReadTool("/", { autoResizeImages: false }), { path });
  expect(asItIs.content[1]).toMatchObject({ type: "image", mimeType: "image/png" });
});

test("R214: of an image that is larger than any limit, or that the setting leaves out, the model learns what it is", async () => {
  const { read } = await fileWith(blankPicture(9000, 5000), "huge.png");
  const left = await read();
  expect(left.content).toHaveLength(1);
  expect(textOf(left)).toMatch(
    /^Read image file \[image\/png\]\n\[9000x5000 pixels, .*\]\n\[Image left out: at most 40 million pixels/,
  );
  const { path } = await fileWith(Buffer.from(PIXEL, "base64"), "dot.png");
  const told = await call(createReadTool("/", { images: "metadata" }), { path });
  expect(told.content).toEqual([
    {
      type: "text",
      text: expect.stringMatching(/^Read image file \[image\/png\]\n\[1x1 pixels, 70B\]\n\[.*inspect_image/),
    },
  ]);
});

test("a damaged picture is told, and nothing is attached", async () => {
  const { read } = await fileWith(Buffer.from("89504e470d0a1a0a00", "hex"), "broken.png");
  expect(textOf(await read())).toContain("[Image left out: it is damaged or cannot be made small enough.]");
});

test("a binary file is refused with advice", async () => {
  const { path, read } = await fileWith(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1]), "program");
  await expect(read()).rejects.toThrow(`${path} is a binary file (7B). Use bash (file, xxd, strings) to inspect it.`);
});

test("other encodings are read", async () => {
  expect(textOf(await (await fileWith(Buffer.from("\ufeffgrün", "utf16le"))).read())).toBe("grün");
  expect(textOf(await (await fileWith(Buffer.from([0x67, 0x72, 0xfc, 0x6e]))).read())).toBe("grün");
});

test("P-TOOL-20: a missing file is an error that knows what may have been meant", async () => {
  const folder = await tempFolder();
  for (const name of ["index.ts", "Readme.md", "other.ts"]) await writeFile(join(folder, name), "");
  const tool = createReadTool(folder);
  await expect(call(tool, { path: "index.js" })).rejects.toThrow(
    `Cannot read index.js: no such file. Did you mean ${join(folder, "index.ts")}?`,
  );
  await expect(call(tool, { path: "README.md" })).rejects.toThrow("Did you mean");
  await expect(call(tool, { path: "ohter.ts" })).rejects.toThrow(join(folder, "other.ts"));
  await expect(call(tool, { path: "nothing-like-it" })).rejects.toMatchObject({
    code: "not-found",
    message: "Cannot read nothing-like-it: no such file. Check the path with ls or find.",
  });
});

test("R208: the error about a missing file names the files whose path ends so, but none that git ignores", async () => {
  const folder = await tempFolder();
  for (const path of ["src/core/read/tool.ts", "src/pages/[id]/page.tsx", "dist/read/tool.ts", ".git/read/tool.ts"]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), "");
  }
  await writeFile(join(folder, ".gitignore"), "dist\n");
  const tool = createReadTool(folder);
  const missing = (path: string, found: string) =>
    expect(call(tool, { path })).rejects.toThrow(`Cannot read ${path}: no such file. Did you mean ${found}?`);
  await missing("read/tool.ts", "src/core/read/tool.ts");
  await missing("tool.ts:3-4", "src/core/read/tool.ts");
  await missing("[id]/page.tsx", "src/pages/[id]/page.tsx");
  await expect(call(tool, { path: "../read/tool.ts" })).rejects.toThrow("no such file. Check the path");
});

test("a folder is an error that names ls", async () => {
  const folder = await tempFolder();
  await mkdir(join(folder, "sub"));
  await expect(call(createReadTool(folder), { path: "sub" })).rejects.toThrow("it is a directory. Use ls");
});

test.each([
  ["Shot at 1.02.03 PM.txt", "Shot at 1.02.03\u202fPM.txt"],
  ["it's.txt", "it\u2019s.txt"],
  ["r\u00e9sum\u00e9.txt", "re\u0301sume\u0301.txt"],
  ["L'\u00e9t\u00e9 1.02 pm.txt", "L\u2019e\u0301te\u0301 1.02\u202fpm.txt"],
])("R218, R380: %s is found under the spelling of macOS, to be read and to be edited", async (given, onDisk) => {
  const folder = await tempFolder();
  await writeFile(join(folder, onDisk), "found");
  expect(textOf(await call(createReadTool(folder), { path: given }))).toBe("found");
  await call(createEditTool(folder), { path: given, edits: [{ oldText: "found", newText: "changed" }] });
  expect(await readFile(join(folder, onDisk), "utf8")).toBe("changed");
  expect(await readdir(folder)).toEqual([onDisk]);
});

test.each([
  ["5", "line 5\nline 6\nline 7\n"],
  ["L6", "line 6\nline 7\n"],
  ["2-3", "line 2\nline 3\n\n[4 more lines in file. Use offset=4 to continue.]"],
  ["6+9", "line 6\nline 7\n"],
  ["raw:6-7", "line 6\nline 7\n"],
  ["7:raw", "line 7\n"],
])("R198: a range behind the path, :%s, is understood", async (selector, expected) => {
  const { path } = await fileWith(numbered(7));
  expect(textOf(await call(createReadTool("/"), { path: `${path}:${selector}` }))).toBe(expected);
});

test("R198, R200: a range must make sense, and a suffix that is none belongs to the name", async () => {
  const { path } = await fileWith(numbered(7));
  const read = (suffix: string) => call(createReadTool("/"), { path: path + suffix });
  await expect(read(":0")).rejects.toThrow("Lines are counted from 1.");
  await expect(read(":5-4")).rejects.toThrow("The range 5-4 ends before it begins.");
  await expect(read(":x")).rejects.toThrow("no such file");
  const odd = await fileWith("odd", "file:5");
  expect(textOf(await odd.read())).toBe("odd");
});

test("P-TOOL-9: substituted operations do all the work", async () => {
  const operations: ReadOperations = {
    access: async () => undefined,
    readFile: async (path) => Buffer.from(`content of ${path}`),
    detectImageMimeType: async (path) => (path.endsWith(".png") ? "image/png" : null),
  };
  const tool = createReadTool("/remote", { operations, autoResizeImages: false });
  expect(textOf(await call(tool, { path: "a" }))).toBe("content of /remote/a");
  expect((await call(tool, { path: "b.png" })).content[1]).toMatchObject({ type: "image", mimeType: "image/png" });
});

function numbered(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");
}

async function fileWith(content: string | Buffer, name = "file.txt") {
  const path = join(await tempFolder(), name);
  await writeFile(path, content);
  const read = (range: { offset?: number; limit?: number } = {}) => call(createReadTool("/"), { path, ...range });
  return { path, read };
}
