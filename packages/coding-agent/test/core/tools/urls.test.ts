import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  createBashTool,
  createGrepTool,
  createReadTool,
  createWriteTool,
  type UrlSources,
} from "../../../src/core/tools/index.ts";
import { tempFolder } from "../temp-folder.ts";
import { call, textOf } from "./run-tool.ts";

test("R106: skill:// is the skill's instructions, or a file beside them; percent signs are decoded", async () => {
  const { folder, urls } = await skillFolder();
  const read = reader(folder, urls);
  expect(await read("skill://tidy")).toBe("Tidy up.\n");
  expect(await read("skill://tidy/notes/a%20b.md")).toBe("one\ntwo\nthree\n");
  expect(await read("skill://tidy/notes/a%20b.md:2-3")).toBe("two\nthree\n");
});

test.each([
  ["skill://tidy/../secret.txt", /leads out of the skill's folder/],
  ["skill://tidy/notes/../../../secret.txt", /leads out of the skill's folder/],
  ["skill://tidy/%2e%2e/secret.txt", /leads out of the skill's folder/],
  ["skill://tidy/notes%2f..%2f..%2fsecret.txt", /leads out of the skill's folder/],
  ["skill://tidy//etc/passwd", /leads out of the skill's folder/],
  ["skill://tidy/%2fetc/passwd", /leads out of the skill's folder/],
  ["skill://tidy/outside.txt", /is a link that leads out of the skill's folder.*secret\.txt$/],
  ["skill://tidy/missing.md", /^File not found: skill:\/\/tidy\/missing\.md/],
  ["skill://tidy/%zz", /begins no character/],
  ["skill://nobody", /^There is no skill "nobody"\. There are: tidy\.$/],
  ["artifact://1", /^There is no artifact 1\. This session has none\.$/],
])("R106: %s is refused", async (url, message) => {
  const { folder, urls } = await skillFolder();
  await expect(reader(folder, urls)(url)).rejects.toThrow(message);
});

test("R109: a scheme that nobody knows is told, with those that are; the web is for another tool", async () => {
  const read = reader(await tempFolder(), {});
  await expect(read("jobs://1")).rejects.toThrow(
    "Cannot read jobs://1: there is no jobs:// here. Give a path, or a URL that begins with file:// or artifact:// or skill://.",
  );
  await expect(read("https://example.org")).rejects.toThrow("Use bash with curl.");
  await expect(read("file:///no/such")).rejects.toThrow("Cannot read file:///no/such: no such file.");
});

test("a URL is no path to write to", async () => {
  const folder = await tempFolder();
  const writing = call(createWriteTool(folder), { path: "skill://tidy/new.md", content: "x" });
  await expect(writing).rejects.toThrow("only paths are written");
});

test("R187: words of a command that are URLs become paths, escaped; within other text they stay", async () => {
  const { folder, urls } = await skillFolder("it's here");
  const run = async (command: string) => textOf(await call(createBashTool(folder, { urls }), { command }));
  expect(await run("cat skill://tidy")).toBe("Tidy up.\n");
  expect(await run('wc -l <"skill://tidy/notes/a%20b.md"')).toMatch(/^\s*3\s*$/);
  expect(await run("cat 'skill://tidy/notes/a b.md' | tail -1")).toBe("three\n");
  expect(await run("n=skill://tidy; cat \"$n\"; echo 'see skill://nobody'")).toBe("Tidy up.\nsee skill://nobody\n");
  expect(await run("echo https://example.org 'skill://' skill://")).toBe("https://example.org skill:// skill://\n");
  await expect(run("cat skill://nobody")).rejects.toThrow('There is no skill "nobody".');
  await expect(run("cat artifact://4")).rejects.toThrow("There is no artifact 4.");
});

test("R224: grep searches the file behind a URL; a pattern in the URL and a file that is not there are errors", async () => {
  const { folder, urls } = await skillFolder();
  const grep = (path: string) => call(createGrepTool(folder, { urls }), { pattern: "t.o", path });
  expect(textOf(await grep("skill://tidy/notes/a%20b.md"))).toBe("a b.md:2: two");
  await expect(grep("skill://tidy/notes/*.md")).rejects.toThrow("a URL names one file");
  await expect(grep("skill://tidy/missing.md")).rejects.toThrow("File not found");
  await expect(grep("artifact://0")).rejects.toThrow("There is no artifact 0.");
});

async function skillFolder(name = "skills"): Promise<{ folder: string; urls: UrlSources }> {
  const folder = await tempFolder();
  const baseDir = join(folder, name, "tidy");
  const filePath = join(baseDir, "SKILL.md");
  await mkdir(join(baseDir, "notes"), { recursive: true });
  await writeFile(filePath, "Tidy up.\n");
  await writeFile(join(baseDir, "notes", "a b.md"), "one\ntwo\nthree\n");
  await writeFile(join(folder, "secret.txt"), "secret");
  await symlink(join(folder, "secret.txt"), join(baseDir, "outside.txt"));
  return { folder, urls: { skills: () => [{ name: "tidy", filePath, baseDir }] } };
}

function reader(cwd: string, urls: UrlSources) {
  const tool = createReadTool(cwd, { urls });
  return async (path: string) => textOf(await call(tool, { path }));
}
