import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFindTool, type FindOperations } from "../../../src/core/tools/index.ts";
import { folderWith } from "../folder-with.ts";
import { call, textOf } from "./run-tool.ts";

const TREE = {
  ".gitignore": "ignored/\n*.log\n",
  ".hidden.ts": "",
  ".git/config.ts": "",
  "a.ts": "",
  "b.js": "",
  "debug.log": "",
  "ignored/c.ts": "",
  "src/d.ts": "",
  "src/deep/e.test.ts": "",
  "lib/src/f.ts": "",
  "-v.ts": "",
};

const EXPECTED = {
  "*.ts": ["-v.ts", ".hidden.ts", "a.ts", "lib/src/f.ts", "src/d.ts", "src/deep/e.test.ts"],
  "a.ts": ["a.ts"],
  "*.{js,log}": ["b.js"],
  "[ab].*": ["a.ts", "b.js"],
  "?.ts": ["a.ts", "lib/src/f.ts", "src/d.ts"],
  "@(a|b).*": ["a.ts", "b.js"],
  "src/*.ts": ["lib/src/f.ts", "src/d.ts"],
  "/src/*.ts": ["src/d.ts"],
  "./src/**/*.ts": ["lib/src/f.ts", "src/d.ts", "src/deep/e.test.ts"],
  "**/deep/*": ["src/deep/e.test.ts"],
  "src/**": ["lib/src/f.ts", "src/d.ts", "src/deep/e.test.ts"],
  "{src,lib}/**/[de].*": ["src/d.ts", "src/deep/e.test.ts"],
  "-v*": ["-v.ts"],
  "!*.ts": [".gitignore", "b.js"],
  deep: ["src/deep/"],
  "lib/src": ["lib/src/"],
  "src/": ["lib/src/", "src/"],
};

test.each(Object.entries(EXPECTED))(
  "P-TOOL-54, P-TOOL-55, P-TOOL-56: %s finds what it should",
  async (pattern, expected) => {
    const folder = await folderWith(TREE);
    expect(
      textOf(await call(createFindTool(folder), { pattern }))
        .split("\n")
        .sort(),
    ).toEqual([...expected].sort());
  },
);

test("P-TOOL-57: paths are relative to the folder that is searched", async () => {
  const folder = await folderWith(TREE);
  const found = textOf(await call(createFindTool(folder), { pattern: "*.ts", path: "src" }));
  expect(found.split("\n").sort()).toEqual(["d.ts", "deep/e.test.ts"]);
});

test("R219: the newest come first, and what is equally old in the order of names", async () => {
  const folder = await folderWith({ "a.ts": "", "b/b.ts": "", "c.ts": "", "d.ts": "" });
  for (const [name, time] of Object.entries({ "a.ts": 100, "b/b.ts": 300, "c.ts": 300, "d.ts": 200 }))
    await utimes(join(folder, name), time, time);
  expect(textOf(await call(createFindTool(folder), { pattern: "*.ts" }))).toBe("b/b.ts\nc.ts\nd.ts\na.ts");
  expect(textOf(await call(createFindTool(folder), { pattern: "*", limit: 1 })).split("\n")[0]).toBe("b/b.ts");
});

test("P-TOOL-57: 1000 results are the most, or as many as asked for", async () => {
  const folder = await folderWith(
    Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`${1000 + index}.txt`, ""])),
  );
  const result = await call(createFindTool(folder), { pattern: "*.txt" });
  expect(textOf(result).split("\n").slice(1000)).toEqual([
    "",
    "[1000 results limit reached, 1 more: use limit=2000 or refine the pattern]",
  ]);
  expect(result.details).toEqual({ resultLimitReached: 1000 });
  const exactly = await call(createFindTool(folder), { pattern: "*.txt", limit: 1001 });
  expect([textOf(exactly).split("\n").length, exactly.details]).toEqual([1001, undefined]);
});

test("nothing found is said, and is no error", async () => {
  const folder = await folderWith(TREE);
  const result = await call(createFindTool(folder), { pattern: "*.rs" });
  expect(result).toEqual({ content: [{ type: "text", text: "No files found matching pattern" }], details: undefined });
});

test("a missing folder, and a pattern with a line break, are errors", async () => {
  const folder = await folderWith({ file: "" });
  const tool = createFindTool(folder);
  await expect(call(tool, { pattern: "*", path: "file" })).rejects.toThrow(`Not a directory: ${folder}/file`);
  await expect(call(tool, { pattern: "*", path: "gone" })).rejects.toThrow("Path not found: gone");
  await expect(call(tool, { pattern: "*\n--pre=x" })).rejects.toMatchObject({ code: "invalid-argument" });
});

test("names with blanks, line breaks and quotes come whole", async () => {
  const folder = await folderWith({ "with blank.txt": "", "with\nbreak.txt": "", "it's.txt": "" });
  expect(textOf(await call(createFindTool(folder), { pattern: "*.txt" }))).toBe(
    "it's.txt\nwith\nbreak.txt\nwith blank.txt",
  );
});

test("P-TOOL-9: substituted operations do all the work", async () => {
  const seen: unknown[] = [];
  const operations: FindOperations = {
    exists: () => true,
    glob: (pattern, cwd, { limit }) => {
      seen.push([pattern, cwd, limit]);
      return ["/remote/x/a.ts", "b.ts"];
    },
  };
  const tool = createFindTool("/remote", { operations });
  expect(textOf(await call(tool, { pattern: "*.ts", path: "x", limit: 5 }))).toBe("a.ts\nb.ts");
  expect(seen).toEqual([["*.ts", "/remote/x", 5]]);
});

test("an aborted search is an error", async () => {
  const folder = await folderWith(TREE);
  await expect(call(createFindTool(folder), { pattern: "*" }, AbortSignal.abort())).rejects.toMatchObject({
    code: "aborted",
  });
});
