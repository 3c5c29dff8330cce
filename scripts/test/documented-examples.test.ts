import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseFrontmatter } from "@tau/agent";
import { createWorkspace, repositoryRoot, startProgram, startPty, type Workspace } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { describe, expect, onTestFinished, test } from "vitest";
import { check, type FileSchema } from "../../packages/coding-agent/src/core/json-file/index.ts";
import { jsonSchemas } from "../../packages/coding-agent/src/core/settings/json-schemas.ts";
import { type Example, readExamples } from "../docs/examples.ts";
import { runShellExamples } from "./shell-examples.ts";

const all = await readExamples();
const runnable = all.filter(({ noRun, language }) => noRun === undefined && language !== "text");
const inLanguage = (language: string) => runnable.filter((example) => example.language === language);
const programs = inLanguage("ts");
const extensions = programs.filter(({ code }) => /^export default function \(pi\b/m.test(code));
/** The testkit has it as a file among its own tests. */
const isTest = ({ code }: Example) => code.includes('from "vitest"');
const needsTerminal = ({ code }: Example) => code.includes("ProcessTerminal");
const plain = programs.filter(
  (example) => !extensions.includes(example) && !isTest(example) && !needsTerminal(example),
);

test("every fenced block says what it holds, and why it is not run where it is not", () => {
  const kinds = ["sh", "ts", "json", "markdown", "text"];
  const isKnown = ({ language, noRun }: Example) =>
    kinds.includes(language) || (language !== "" && noRun !== undefined);
  expect(all.filter((example) => !isKnown(example)).map(({ place }) => place)).toEqual([]);
  expect(all.filter(({ noRun }) => noRun === "").map(({ place }) => place)).toEqual([]);
  expect(runnable.length).toBeGreaterThan(60);
});

describe("JSON", () => {
  const schemas = jsonSchemas();

  /** The file that a page describes. Other blocks are lines of a protocol, or arguments of a tool. */
  function schemaOf({ page }: Example, value: object): FileSchema | undefined {
    if (page === "docs/keybindings.md") return schemas["keybindings.schema.json"];
    if (page === "docs/themes.md") return schemas["theme.schema.json"];
    if (page === "docs/models.md" && "providers" in value) return schemas["models.schema.json"];
    const isSettings = /docs\/(settings|models|sandbox)\.md/.test(page) || "packages" in value;
    return isSettings ? schemas["settings.schema.json"] : undefined;
  }

  test.each(inLanguage("json"))("$place is valid", (example) => {
    const isOne = example.code.startsWith("{\n");
    const values = (isOne ? [example.code] : example.code.trim().split("\n")).map((text) => JSON.parse(text) as object);
    for (const value of values) {
      const schema = schemaOf(example, value);
      if (!schema) continue;
      expect([...check(schema, value)]).toEqual([]);
      if (schema === schemas["settings.schema.json"])
        expect(Object.keys(schema.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(value)));
    }
  });
});

test.each(inLanguage("markdown"))("$place has a header that can be read", ({ code }) => {
  const { frontmatter, problem } = parseFrontmatter(code);
  expect(problem).toBeUndefined();
  expect(frontmatter).toMatchObject({ description: expect.stringMatching(/./) });
});

test.each(extensions)("$place loads as an extension", async ({ code }) => {
  await using workspace = await createWorkspace({ files: { "example.ts": code } });
  await using harness = await createExtensionHarness({ extensions: [workspace.path("example.ts")] });
  expect(harness.errors).toEqual([]);
});

/** A folder in which programs find the packages, as in a clone. */
async function programFolder(examples: readonly Example[]): Promise<{ workspace: Workspace; files: string[] }> {
  const workspace = await createWorkspace();
  onTestFinished(() => workspace[Symbol.asyncDispose]());
  const folder = join(workspace.home, "programs");
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await symlink(join(repositoryRoot, "node_modules"), join(folder, "node_modules"));
  const files = examples.map((_, index) => join(folder, `${index}.ts`));
  for (const [index, { code }] of examples.entries()) await writeFile(files[index] ?? "", code);
  return { workspace, files };
}

const FLAGS = ["--conditions=@tau/source", "--no-warnings"];

test("the programs run, with the model that the settings name", async () => {
  const { workspace, files } = await programFolder(plain);
  await workspace.configure("settings.json", { defaultProvider: "demo", defaultModel: "tour" });
  const run = join(workspace.home, "programs/run.mjs");
  // One after the other in one process: loading the packages takes longer than the programs.
  const imports = files.map((file, index) => `console.log("\\n# ${plain[index]?.place}"); await import("${file}");`);
  await writeFile(run, imports.join("\n"));
  const { cwd, env } = workspace;
  const exit = await startProgram({ command: process.execPath, args: [...FLAGS, run], cwd, env }).exited;
  expect(exit).toMatchObject({ exitCode: 0, stderr: "" });
  const said = new Map<string, string>();
  for (const part of exit.stdout.split("\n# ").slice(1)) {
    const [place = "", ...lines] = part.split("\n");
    const page = place.split(":", 1).join();
    said.set(page, `${said.get(page) ?? ""}${lines.join("\n")}\n`);
  }
  const outputs: Readonly<Record<string, RegExp>> = {
    // Extensions: loading one prints nothing. A test of its own calls what they register.
    "docs/extensions.md": /^\s*$/,
    "docs/sdk.md": /^I am Tau's built-in demo[\s\S]*\[ 'read', 'grep', 'weather' \]/,
    "docs/rpc.md": /agent_start\n[\s\S]*agent_settled\n/,
    "packages/agent/README.md":
      /^add \[\{"type":"text","text":"42"\}\]\nIt is 42\.[\s\S]*agent_start\nturn_start\n[\s\S]*\nagent_end\n2 messages[\s\S]*\[ 'user', 'assistant' \][\s\S]*1 message\n/,
    "packages/ai/README.md": /\[ \{ type: 'text', text: 'An A\.' \} \]/,
    "packages/coding-agent/README.md": /\w/,
    "packages/testkit/README.md": /^0 It holds an A\.\n[\s\S]*messages/,
  };
  expect([...said.keys()].sort()).toEqual(Object.keys(outputs).sort());
  for (const [page, output] of Object.entries(outputs)) expect(said.get(page), page).toMatch(output);
});

test.each(programs.filter(needsTerminal))("$place draws on a terminal", async (example) => {
  const { workspace, files } = await programFolder([example]);
  const { cwd, env } = workspace;
  await using program = startPty({ command: process.execPath, args: [...FLAGS, ...files], cwd, env });
  await program.waitForText(/─{20}/);
  program.press("h", "i", "enter");
  await program.waitForText("You said: hi");
  program.press("ctrl+c");
  expect((await program.exited).exitCode).toBe(0);
});

const shellPages = [...new Set(inLanguage("sh").map(({ page }) => page))];

test.each(shellPages)("the commands of %s succeed", async (page) => {
  const commands = inLanguage("sh").filter((example) => example.page === page);
  expect(await runShellExamples(commands)).toEqual([]);
});
