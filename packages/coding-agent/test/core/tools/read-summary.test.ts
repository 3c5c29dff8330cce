import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openMode } from "../../../src/core/tools/edit/edit-modes/index.ts";
import { createEditTool } from "../../../src/core/tools/edit/tool.ts";
import { createReadTool } from "../../../src/core/tools/read/tool.ts";
import { SummarizedFiles } from "../../../src/core/tools/summarized-files.ts";

const BODY = Array.from({ length: 20 }, (_, index) => `    work(${index});\n`).join("");
const SOURCE = `import a from "a";\n\nexport class Worker {\n  run(\n    one: string,\n  ): void {\n${BODY}  }\n}\n\nexport function last() {\n${BODY}}\n`;

function open(files: Readonly<Record<string, string | Uint8Array>>, summarizeFrom = 40) {
  const cwd = mkdtempSync(join(tmpdir(), "tau-summary-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
  const summarized = new SummarizedFiles();
  const tool = createReadTool(cwd, { summarizeFrom, summarized });
  const read = async (path: string, range: object = {}) => {
    const { content, details } = await tool.execute("1", { path, ...range }, undefined);
    return { text: content.map((block) => (block.type === "text" ? block.text : "")).join(""), details };
  };
  return { cwd, summarized, read };
}

test("R201, R397: a long source file is read as its definitions, with a footer that counts what is left out", async () => {
  const { read } = open({ "a.ts": SOURCE });
  const { text, details } = await read("a.ts");
  expect(text).toBe(
    "3-28|export class Worker {\n4-27|  run(\n5|    one: string,\n6|  ): void {\n30-51|export function last() {\n\n" +
      "[Summary of a.ts: the definitions with their lines. 46 of 51 lines in 3 regions are left out. " +
      "Read what you need, such as a.ts:3-28, and always before you edit. a.ts:raw gives the text.]",
  );
  expect(details).toEqual({ summary: { elidedLines: 46, elidedRegions: 3 } });
});

test("R201: a range, an offset and :raw give the text", async () => {
  const { read } = open({ "a.ts": SOURCE });
  expect((await read("a.ts:4-5")).text).toMatch(/^ {2}run\(\n {4}one: string,\n/);
  expect((await read("a.ts", { offset: 30, limit: 1 })).text).toMatch(/^export function last/);
  expect(await read("a.ts:raw")).toEqual({ text: SOURCE, details: undefined });
});

test("R202, R203: small and very long files, plain text, and files of mostly signatures are read as they are", async () => {
  const types = Array.from({ length: 50 }, (_, index) => `type T${index} = ${index};\n`).join("");
  const long = `${"call();\n".repeat(20_001)}function f() {}\n`;
  const { read } = open({ "small.ts": "function f() {}\n", "types.ts": types, "a.txt": SOURCE, "long.ts": long });
  for (const path of ["small.ts", "types.ts", "a.txt", "long.ts"])
    expect((await read(path)).details).not.toMatchObject({ summary: expect.anything() });
  const off = open({ "a.ts": SOURCE }, 0);
  expect((await off.read("a.ts")).text).toBe(SOURCE);
});

test("a summary holds to the limits of a result", async () => {
  const many = Array.from({ length: 2200 }, (_, index) => `function f${index}() {\n  work();\n}\n`).join("");
  const { read } = open({ "a.ts": many, "b.ts": SOURCE.replaceAll("\n", "\r\n") });
  const { text } = await read("a.ts");
  expect(text.split("\n").length).toBeLessThan(2010);
  expect(text).toContain(" 371 definitions are left out, too. ");
  expect((await read("b.ts")).text).toMatch(/^3-28\|export class Worker \{\n4-27\|/);
});

test("a summary that the first definitions of a long file fill is made from these, and tells where it ends", async () => {
  const part = (index: number) =>
    `export class Name${index} {\n  member(): void {\n    work();\n  }\n}\nexport function name${index}() {\n  work();\n}\n`;
  const { read } = open({ "a.ts": Array.from({ length: 2400 }, (_, index) => part(index)).join("") });
  const { text, details } = await read("a.ts");
  const rows = text.split("\n").slice(0, -2);
  expect(rows.slice(0, 3)).toEqual([
    "1-5|export class Name0 {",
    "6-8|export function name0() {",
    "9-13|export class Name1 {",
  ]);
  const last = Number(/^\d+-(\d+)/.exec(rows.at(-1) ?? "")?.[1]);
  expect(text).toContain(` Definitions after line ${last} and members of classes are left out, too. `);
  expect(details).toMatchObject({ summary: { elidedLines: 19_200 - rows.length } });
});

test("members stay where long literals, not definitions, fill the top of a file", async () => {
  const data = `const DATA = [\n${'  "some words of a long list",\n'.repeat(5000)}];\n`;
  const { read } = open({ "a.ts": data + SOURCE });
  expect((await read("a.ts")).text).toContain("  run(");
});

test("a file is not edited from its summary: lines of it must have been read", async () => {
  const { cwd, summarized, read } = open({ "a.ts": SOURCE });
  const tool = createEditTool(cwd, { summarized });
  const edit = () => tool.execute("1", { path: "a.ts", edits: [{ oldText: "last()", newText: "final()" }] }, undefined);
  const patch = openMode("apply_patch", cwd, { summarized })?.tool;
  const input =
    "*** Begin Patch\n*** Update File: a.ts\n@@\n-export function last() {\n+export function end() {\n*** End Patch";
  await read("a.ts");
  await expect(edit()).rejects.toThrow("You have seen only a summary of a.ts. Read the lines to change first");
  await expect(patch?.execute("1", { input } as never, undefined)).rejects.toThrow(
    "You have seen only a summary of a.ts",
  );
  await read("a.ts:30-31");
  await expect(patch?.execute("1", { input } as never, undefined)).resolves.toBeDefined();
  await expect(edit()).rejects.toThrow(/not find|no match|not found/i);
});

test("a file that was summarized under one name is not edited under another", async () => {
  const { cwd, summarized, read } = open({ "a.ts": SOURCE });
  symlinkSync("a.ts", join(cwd, "link.ts"));
  const tool = createEditTool(cwd, { summarized });
  const edit = (path: string) =>
    tool.execute("1", { path, edits: [{ oldText: "last()", newText: "final()" }] }, undefined);
  await read("link.ts");
  await expect(edit("a.ts")).rejects.toThrow("You have seen only a summary of a.ts.");
  await read("a.ts:30-31");
  await expect(edit("link.ts")).resolves.toBeDefined();
});
