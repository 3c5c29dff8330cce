import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createWriteTool, type WriteOperations } from "../../../src/core/tools/index.ts";
import { tempFolder } from "../temp-folder.ts";
import { call, textOf } from "./run-tool.ts";

test("P-TOOL-21: missing folders are made; the bytes and the path are reported", async () => {
  const folder = await tempFolder();
  const result = await call(createWriteTool(folder), { path: "a/b/c.txt", content: "é!" });
  expect(result).toEqual({
    content: [{ type: "text", text: "Successfully wrote 3 bytes to a/b/c.txt" }],
    details: undefined,
  });
  expect(await readFile(join(folder, "a/b/c.txt"), "utf8")).toBe("é!");
});

test("P-TOOL-22: an existing file is replaced whole", async () => {
  const path = join(await tempFolder(), "a.txt");
  await writeFile(path, "a long old content");
  await call(createWriteTool("/"), { path, content: "new" });
  expect(await readFile(path, "utf8")).toBe("new");
});

test("what cannot be written is an error that names it", async () => {
  const folder = await tempFolder();
  await mkdir(join(folder, "folder"));
  await writeFile(join(folder, "file"), "");
  const tool = createWriteTool(folder);
  await expect(call(tool, { path: "folder", content: "" })).rejects.toThrow("Cannot write folder: it is a directory.");
  await expect(call(tool, { path: "file/x", content: "" })).rejects.toMatchObject({ code: "not-a-directory" });
  await expect(call(tool, { path: "a\0b", content: "" })).rejects.toMatchObject({ code: "invalid-argument" });
});

test("writes to one file go in the order they were asked for", async () => {
  const path = join(await tempFolder(), "a.txt");
  const tool = createWriteTool("/");
  await Promise.all(Array.from({ length: 20 }, (_, index) => call(tool, { path, content: `${index}` })));
  expect(await readFile(path, "utf8")).toBe("19");
});

test("an aborted call writes nothing", async () => {
  const path = join(await tempFolder(), "a.txt");
  await expect(call(createWriteTool("/"), { path, content: "x" }, AbortSignal.abort())).rejects.toMatchObject({
    code: "aborted",
  });
  await expect(readFile(path)).rejects.toMatchObject({ code: "ENOENT" });
});

test("P-TOOL-9: substituted operations do all the work", async () => {
  const seen: unknown[] = [];
  const operations: WriteOperations = {
    mkdir: async (dir) => void seen.push(["mkdir", dir]),
    writeFile: async (path, content) => void seen.push(["writeFile", path, content]),
  };
  expect(textOf(await call(createWriteTool("/remote", { operations }), { path: "x/y", content: "z" }))).toContain(
    "x/y",
  );
  expect(seen).toEqual([
    ["mkdir", "/remote/x"],
    ["writeFile", "/remote/x/y", "z"],
  ]);
});
