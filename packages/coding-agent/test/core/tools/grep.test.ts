import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createGrepTool, type GrepToolInput } from "../../../src/core/tools/index.ts";
import { folderWith } from "../folder-with.ts";
import { call, textOf } from "./run-tool.ts";

const TREE = {
  ".gitignore": "ignored/\n",
  ".env": "needle in a hidden file\n",
  ".git/HEAD": "needle of git\n",
  "a.ts": "first\nneedle (a.b)\nthird\n",
  "b.js": "NEEDLE\n",
  "ignored/c.ts": "needle\n",
  "src/d.ts": "one\ntwo needle\nthree\nfour\nfive needle\nsix\n",
};

test("P-TOOL-49: matches come with path and line, in order; hidden files too, ignored ones not", async () => {
  expect(await grep({ pattern: "needle" })).toBe(
    ".env:1: needle in a hidden file\na.ts:2: needle (a.b)\nsrc/d.ts:2: two needle\nsrc/d.ts:5: five needle",
  );
});

const CASES: [string, GrepToolInput, string][] = [
  ["ignoreCase", { pattern: "needle$", ignoreCase: true, glob: "*.js" }, "b.js:1: NEEDLE"],
  ["a pattern is a regular expression", { pattern: "ne{2}dle .a.b." }, "a.ts:2: needle (a.b)"],
  ["literal", { pattern: "(a.b)", literal: true }, "a.ts:2: needle (a.b)"],
  ["literal takes dots for dots", { pattern: "a.b)", literal: true, glob: "*.ts" }, "a.ts:2: needle (a.b)"],
  ["glob by name", { pattern: "needle", glob: "a.*" }, "a.ts:2: needle (a.b)"],
  [
    "a file that is named is searched whatever the glob",
    { pattern: "five", path: "src/d.ts", glob: "src/*.js" },
    "d.ts:5: five needle",
  ],
  ["glob by path", { pattern: "needle", glob: "src/*.ts" }, "src/d.ts:2: two needle\nsrc/d.ts:5: five needle"],
  ["glob that excludes", { pattern: "needle", glob: "!*.ts" }, ".env:1: needle in a hidden file"],
  ["a glob does not bring back ignored files", { pattern: "needle", glob: "c.ts" }, "No matches found"],
  ["a folder", { pattern: "needle", path: "src" }, "d.ts:2: two needle\nd.ts:5: five needle"],
  ["a file", { pattern: "five", path: "src/d.ts" }, "d.ts:5: five needle"],
  ["an ignored file that is named", { pattern: "needle", path: "ignored/c.ts" }, "c.ts:1: needle"],
  ["context", { pattern: "five", context: 1 }, "src/d.ts-4- four\nsrc/d.ts:5: five needle\nsrc/d.ts-6- six"],
  [
    "context of two places",
    { pattern: "needle", context: 1, path: "src", limit: 9 },
    "d.ts-1- one\nd.ts:2: two needle\nd.ts-3- three\nd.ts-4- four\nd.ts:5: five needle\nd.ts-6- six",
  ],
  ["R222: across lines", { pattern: "three\\nfour" }, "src/d.ts:3: three\nsrc/d.ts:4: four"],
  ["R222: across lines, literally", { pattern: "three\nfour", literal: true }, "src/d.ts:3: three\nsrc/d.ts:4: four"],
  [
    "R222: a stray bracket",
    { pattern: "needle (" },
    "a.ts:2: needle (a.b)\n\n[The pattern is no valid regular expression and was taken literally]",
  ],
  ["P-TOOL-53: nothing", { pattern: "haystack" }, "No matches found"],
];

test.each(CASES)("P-TOOL-52: %s", async (_name, input, expected) => {
  expect(await grep(input)).toBe(expected);
});

test("P-TOOL-50: a pattern that looks like an option is searched for and runs nothing", async () => {
  const folder = await folderWith({ "a.txt": "--pre=touch pwned\n-e\n" });
  const tool = createGrepTool(folder);
  expect(textOf(await call(tool, { pattern: "--pre=touch pwned" }))).toBe("a.txt:1: --pre=touch pwned");
  expect(textOf(await call(tool, { pattern: "-e", path: "a.txt" }))).toBe("a.txt:2: -e");
  expect(textOf(await call(tool, { pattern: "pwned", glob: "--pre=touch" }))).toBe("No matches found");
  await expect(call(tool, { pattern: "x", glob: "*\n--pre=touch" })).rejects.toMatchObject({
    code: "invalid-argument",
  });
  await expect(call(tool, { pattern: "x\0y" })).rejects.toMatchObject({ code: "invalid-argument" });
});

test("P-TOOL-49: 100 matches are the most, or as many as asked for", async () => {
  const folder = await folderWith({ "a.txt": "x\n".repeat(101) });
  const result = await call(createGrepTool(folder), { pattern: "x" });
  expect(textOf(result).split("\n").slice(98)).toEqual([
    "a.txt:99: x",
    "a.txt:100: x",
    "",
    "[100 matches limit reached: use limit=200 or refine the pattern]",
  ]);
  expect(result.details).toEqual({ matchLimitReached: 100 });
  expect((await call(createGrepTool(folder), { pattern: "x", limit: 101 })).details).toBeUndefined();
  await expect(call(createGrepTool(folder), { pattern: "x", limit: 0 })).rejects.toThrow("limit must be at least 1");
});

test("P-TOOL-51, R223: a long line is cut at 500 characters and marked", async () => {
  const folder = await folderWith({ "a.txt": `${"x".repeat(600)}\n` });
  const result = await call(createGrepTool(folder), { pattern: "x" });
  expect(textOf(result)).toBe(
    `a.txt:1: ${"x".repeat(500)}... [truncated]\n\n[Some lines are cut: use read to see them whole]`,
  );
  expect(result.details).toEqual({ linesTruncated: true });
});

test("R223: the byte limit holds too", async () => {
  const folder = await folderWith({ "a.txt": `${"x".repeat(490)}\n`.repeat(300) });
  const result = await call(createGrepTool(folder), { pattern: "x", limit: 300 });
  expect(textOf(result).endsWith("\n\n[50KB limit reached]")).toBe(true);
  expect(result.details?.truncation).toMatchObject({ truncatedBy: "bytes", totalLines: 300 });
});

test("text that is no UTF-8 is shown as far as it can be", async () => {
  const folder = await folderWith({});
  await writeFile(join(folder, "latin1.txt"), Buffer.from([0x67, 0x72, 0xfc, 0x6e, 0x0d, 0x0a]));
  expect(textOf(await call(createGrepTool(folder), { pattern: "gr" }))).toBe("latin1.txt:1: gr\ufffdn");
});

test("a missing path is an error", async () => {
  const folder = await folderWith({});
  await expect(call(createGrepTool(folder), { pattern: "x", path: "gone" })).rejects.toThrow("Path not found: gone");
});

test("an aborted search is an error", async () => {
  const folder = await folderWith(TREE);
  await expect(call(createGrepTool(folder), { pattern: "x" }, AbortSignal.abort())).rejects.toMatchObject({
    code: "aborted",
  });
});

test("P-TOOL-9: substituted operations do all the work", async () => {
  const record = { type: "match", data: { path: { text: "./x.ts" }, lines: { text: "found\n" }, line_number: 7 } };
  const tool = createGrepTool("/remote", {
    operations: {
      isDirectory: () => true,
      ripgrep: async ({ cwd, onData }) => {
        onData(Buffer.from(`${JSON.stringify(record)}\n`));
        return { exitCode: cwd === "/remote" ? 0 : 2, errorText: "" };
      },
    },
  });
  expect(textOf(await call(tool, { pattern: "found" }))).toBe("x.ts:7: found");
});

async function grep(input: GrepToolInput): Promise<string> {
  return textOf(await call(createGrepTool(await folderWith(TREE)), input));
}
