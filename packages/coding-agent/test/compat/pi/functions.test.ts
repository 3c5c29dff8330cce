import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  discoverAndLoadExtensions,
  generateDiffString,
  generateUnifiedPatch,
  getMarkdownTheme,
  getShellConfig,
  initTheme,
  ModelRuntime,
  parseFrontmatter,
  resolveCliModel,
  SettingsManager,
  stripFrontmatter,
} from "../../../src/pi.ts";
import { tempFolder } from "../../core/temp-folder.ts";

test("a text without front matter is its own body, blanks and all", () => {
  expect(stripFrontmatter("\n text \n")).toBe("\n text \n");
  expect(parseFrontmatter("\n text \n")).toEqual({ frontmatter: {}, body: "\n text \n" });
  expect(stripFrontmatter("---\na: 1\n---\n\n text \n")).toBe("text");
});

test("front matter that is not YAML fails, and what was never opened as such does not", () => {
  expect(() => parseFrontmatter("---\na: [\n---\nbody")).toThrow("Line 2 of the front matter");
  expect(() => stripFrontmatter("---\na: [\n---\nbody")).toThrow("Line 2");
  expect(parseFrontmatter("---\na: 1\n")).toEqual({ frontmatter: {}, body: "---\na: 1\n" });
});

test("front matter ends where pi ends it, and text between two rules is none", () => {
  expect(parseFrontmatter("---\na: 1\n---# Title\n---\nmore")).toEqual({
    frontmatter: { a: 1 },
    body: "# Title\n---\nmore",
  });
  expect(parseFrontmatter("---\nSome text\n---\nmore")).toEqual({ frontmatter: {}, body: "more" });
  expect(parseFrontmatter("\ufeff---\r\na: 1\r\n---\r\nbody")).toEqual({ frontmatter: { a: 1 }, body: "body" });
});

test("a shell that does not exist cannot be named", () => {
  expect(() => getShellConfig("/missing/shell")).toThrow("There is no shell at /missing/shell.");
  expect(getShellConfig("/bin/sh")).toEqual({ shell: "/bin/sh", args: ["-c"] });
});

test("a patch begins with its files, and equal texts have no diff", () => {
  expect(generateUnifiedPatch("a.ts", "a\n", "b\n")).toBe("--- a.ts\n+++ a.ts\n@@ -1,1 +1,1 @@\n-a\n+b\n");
  expect(generateDiffString("a", "a")).toEqual({ diff: "", firstChangedLine: undefined });
});

test("the theme of Markdown colours code", () => {
  initTheme("dark");
  expect(getMarkdownTheme().highlightCode?.("plain text", undefined)).toHaveLength(1);
});

test("a settings file that is not JSON is among the errors, once, with its scope", async () => {
  const folder = await tempFolder();
  mkdirSync(join(folder, ".tau"), { recursive: true });
  writeFileSync(join(folder, "settings.json"), "{ broken");
  writeFileSync(join(folder, ".tau", "settings.json"), "[ broken");
  const settings = SettingsManager.create(folder, folder, { projectTrusted: true });
  const scopes = () => settings.drainErrors().map(({ scope }) => scope);
  expect(scopes()).toEqual(["global", "project"]);
  expect(scopes()).toEqual([]);
});

test("an extension whose file has changed is loaded as it is now", async () => {
  const folder = await tempFolder();
  const file = join(folder, "one.ts");
  const commands = async (name: string) => {
    writeFileSync(file, `export default (pi) => { pi.registerCommand("${name}", { handler: async () => {} }); };`);
    const { extensions } = await discoverAndLoadExtensions([file], folder, join(folder, "home"));
    return extensions.flatMap((each) => [...each.commands.keys()]);
  };
  expect(await commands("before")).toEqual(["before"]);
  expect(await commands("after")).toEqual(["after"]);
});

test("models.json: overrides reach its own models, and an id that a provider does not list is tried with a warning", async () => {
  const folder = await tempFolder();
  const provider = {
    baseUrl: "http://127.0.0.1:9/v1",
    api: "openai-completions",
    apiKey: "key",
    models: [{ id: "m1", maxTokens: 10 }],
    modelOverrides: { m1: { maxTokens: 99 } },
  };
  const modelsPath = join(folder, "models.json");
  writeFileSync(modelsPath, JSON.stringify({ providers: { own: provider } }));
  const modelRuntime = await ModelRuntime.create({ modelsPath, authPath: join(folder, "auth.json") });
  expect(modelRuntime.getModel("own", "m1")?.maxTokens).toBe(99);
  const found = resolveCliModel({ cliModel: "own/newer:high", cliThinking: "low", modelRuntime });
  expect(found).toMatchObject({ model: { provider: "own", id: "newer", maxTokens: 99 }, thinkingLevel: "high" });
  expect(found.warning).toMatch(/not in the catalogue/);
  expect(resolveCliModel({ cliModel: "nowhere/newer", modelRuntime }).error).toMatch(/There is no model/);
});
