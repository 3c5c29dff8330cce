import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { localProcesses } from "../../../src/core/process/index.ts";
import { createLocalFindOperations } from "../../../src/core/tools/find/operations.ts";
import { localGrepOperations } from "../../../src/core/tools/grep/operations.ts";
import { createFindTool, createGrepTool } from "../../../src/core/tools/index.ts";
import { createRipgrep } from "../../../src/core/tools/ripgrep.ts";
import { listProjectFiles } from "../../../src/modes/interactive/editing/list-project-files.ts";
import { tempFolder } from "../temp-folder.ts";
import { call } from "./run-tool.ts";

const SHORT = { silenceMs: 500 };
const ripgrep = createRipgrep(localProcesses, SHORT);

async function folderWithPipe(name: string): Promise<string> {
  const folder = await tempFolder();
  await mkdir(join(folder, "src"));
  await writeFile(join(folder, "src", "a.ts"), "needle\n");
  execFileSync("mkfifo", [join(folder, name)]);
  return folder;
}

const SEARCHES = {
  grep: (folder: string) =>
    call(createGrepTool(folder, { operations: { ...localGrepOperations, ripgrep } }), { pattern: "needle" }),
  find: (folder: string) =>
    call(createFindTool(folder, { operations: createLocalFindOperations(ripgrep) }), { pattern: "*.ts" }),
  "@ completion": (folder: string) => listProjectFiles(folder, new AbortController().signal, SHORT),
};

for (const [name, search] of Object.entries(SEARCHES)) {
  test(`${name}: an ignore file that is a pipe ends the search, and is named`, async () => {
    for (const ignoreFile of [".gitignore", ".ignore"]) {
      const folder = await folderWithPipe(ignoreFile);
      await expect(search(folder)).rejects.toThrow(`${join(folder, ignoreFile)} is no ordinary file`);
    }
  });
}

test("one further down ends it too", async () => {
  const folder = await folderWithPipe(join("src", ".gitignore"));
  await expect(SEARCHES.find(folder)).rejects.toThrow("an ignore file in it may be a pipe");
});

test("one above the folder is named", async () => {
  const folder = await folderWithPipe(".ignore");
  await expect(SEARCHES.grep(join(folder, "src"))).rejects.toThrow(`${join(folder, ".ignore")} is no ordinary file`);
});
