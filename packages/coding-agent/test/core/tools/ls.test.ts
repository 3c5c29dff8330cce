import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createLsTool, type LsOperations } from "../../../src/core/tools/index.ts";
import { folderWith } from "../folder-with.ts";
import { call, textOf } from "./run-tool.ts";

test("P-TOOL-58: names are sorted without regard to case, folders marked, dotfiles shown", async () => {
  const folder = await folderWith({ "b.txt": "", "A.txt": "", ".dot": "", "Sub/x": "", "c/y": "" });
  await symlink(join(folder, "Sub"), join(folder, "to-folder"));
  await symlink("nowhere", join(folder, "to-nothing"));
  expect(await call(createLsTool(folder), {})).toEqual({
    content: [{ type: "text", text: ".dot\nA.txt\nb.txt\nc/\nSub/\nto-folder/\nto-nothing" }],
    details: undefined,
  });
  expect(textOf(await call(createLsTool("/"), { path: join(folder, "Sub") }))).toBe("x");
});

test("P-TOOL-58: 500 entries are the most, or as many as asked for", async () => {
  const folder = await folderWith(Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`f${index}`, ""])));
  const result = await call(createLsTool(folder), {});
  expect(textOf(result).split("\n")).toHaveLength(502);
  expect(textOf(result).endsWith("\n\n[1 more entries: use limit=1000 or list a subdirectory]")).toBe(true);
  expect(result.details).toEqual({ entryLimitReached: 500 });
  expect(textOf(await call(createLsTool(folder), { limit: 2 }))).toBe(
    "f0\nf1\n\n[499 more entries: use limit=4 or list a subdirectory]",
  );
});

test("the byte limit holds too", async () => {
  const names = Array.from({ length: 300 }, (_, index) => `${index}`.padStart(200, "n"));
  const folder = await folderWith(Object.fromEntries(names.map((name) => [name, ""])));
  const result = await call(createLsTool(folder), {});
  expect(textOf(result).endsWith("\n\n[50KB limit reached]")).toBe(true);
  expect(result.details?.truncation).toMatchObject({ truncatedBy: "bytes", outputLines: 254 });
});

test("an empty folder is said to be one", async () => {
  const folder = await folderWith({});
  expect(textOf(await call(createLsTool(folder), {}))).toBe("(empty directory)");
});

test("P-TOOL-59: a file and a missing path are distinct errors", async () => {
  const folder = await folderWith({ file: "" });
  const tool = createLsTool(folder);
  await expect(call(tool, { path: "file" })).rejects.toMatchObject({
    code: "not-a-directory",
    message: "Not a directory: file. Use read to see a file.",
  });
  await expect(call(tool, { path: "gone" })).rejects.toMatchObject({
    code: "not-found",
    message: "Path not found: gone",
  });
  await expect(call(tool, { limit: 0 })).rejects.toThrow("limit must be at least 1; got 0.");
});

test("P-TOOL-9: substituted operations do all the work", async () => {
  const operations: LsOperations = {
    exists: () => true,
    stat: (path) => ({ isDirectory: () => !path.endsWith(".txt") }),
    readdir: (path) => [`in ${path}`, "a.txt"],
  };
  expect(textOf(await call(createLsTool("/remote", { operations }), {}))).toBe("a.txt\nin /remote/");
});

test("names that no program expects are listed as they are", async () => {
  const folder = await folderWith({});
  await mkdir(join(folder, "-rf"));
  await mkdir(join(folder, "日本"));
  expect(textOf(await call(createLsTool(folder), {}))).toBe("-rf/\n日本/");
});
