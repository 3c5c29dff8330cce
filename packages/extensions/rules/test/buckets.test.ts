import type { ModelReply } from "@tau/testkit";
import { expect, test } from "vitest";
import { sortRule } from "../bucket.ts";
import { body, openProject, results, rule, system } from "./rule-project.ts";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });
const read = (path: string) => call("read", { path });
const done: ModelReply = { text: "Done." };

test("R151 R152: rules of every program, by bucket", async () => {
  const files = {
    ".tau/rules/own-always.md": rule({ alwaysApply: true }, "OWN ALWAYS"),
    ".omp/rules/omp-listed.md": rule({ description: "About omp" }, "OMP LISTED"),
    ".omp/rules/omp-plain.md": "OMP PLAIN",
    ".cursor/rules/c-files.mdc": "---\ndescription: Types\nglobs: *.ts,*.tsx\nalwaysApply: false\n---\nCURSOR FILES",
    ".cursor/rules/c-manual.mdc": "---\ndescription:\nglobs:\nalwaysApply: false\n---\nCURSOR MANUAL",
    ".cursorrules": "CURSOR LEGACY",
    ".windsurf/rules/w-always.md": "---\ntrigger: always_on\n---\nWINDSURF ALWAYS",
    ".windsurf/rules/w-glob.md": "---\ntrigger: glob\nglobs: src/**/*.py\n---\nWINDSURF GLOB",
    ".windsurf/rules/w-model.md": "---\ntrigger: model_decision\ndescription: Releases\n---\nWINDSURF MODEL",
    ".windsurf/rules/w-manual.md": "---\ntrigger: manual\ndescription: x\n---\nWINDSURF MANUAL",
    ".clinerules/cline.md": "CLINE",
    ".github/instructions/py.instructions.md": rule({ applyTo: "**/*.py,**/*.pyi" }, "COPILOT PY"),
    ".github/instructions/all.instructions.md": rule({ applyTo: "**" }, "COPILOT ALL"),
    ".github/copilot-instructions.md": "COPILOT CONTEXT",
    ".claude/rules/deep/style.md": "CLAUDE ALWAYS",
    ".claude/rules/api.md": "---\npaths:\n  - 'api/**/*.{ts,js}'\n---\nCLAUDE API",
  };
  await using at = await openProject(files, [done]);
  await at.harness.prompt("Go");
  const prompt = system(at.harness, 0);
  for (const text of [
    "OWN ALWAYS",
    "CURSOR LEGACY",
    "WINDSURF ALWAYS",
    "CLINE",
    "COPILOT ALL",
    "COPILOT CONTEXT",
    "CLAUDE ALWAYS",
  ])
    expect(prompt).toContain(text);
  for (const text of [
    "OMP LISTED",
    "OMP PLAIN",
    "CURSOR FILES",
    "MANUAL",
    "WINDSURF GLOB",
    "WINDSURF MODEL",
    "COPILOT PY",
    "CLAUDE API",
  ])
    expect(prompt).not.toContain(text);
  for (const line of [
    "- rule://omp-listed: About omp",
    "- rule://c-files: Types (*.ts, *.tsx)",
    "- rule://w-model: Releases",
  ])
    expect(prompt).toContain(line);
  expect(prompt).not.toContain("rule://w-manual");
  expect(prompt).not.toContain("rule://c-manual");
  expect(at.harness.errors).toEqual([]);
});

test("a rule for files joins the first result of a call that touches one, once, also after a restart", async () => {
  const files = {
    ".claude/rules/ts.md": rule({ paths: ["src/**/*.ts"] }, "NO ENUMS"),
    ".cursor/rules/test.mdc": rule({ globs: "*.test.ts" }, "NO MOCKS"),
    "src/a.ts": "a",
    "src/deep/b.test.ts": "b",
    "c.ts": "c",
  };
  const script = [read("c.ts"), read("src/a.ts"), read("src/deep/b.test.ts"), done, read("src/a.ts"), done];
  await using at = await openProject(files, script);
  await at.harness.prompt("Go");
  const [c, a, b] = results(at.harness);
  expect(c).not.toContain("<rule");
  expect(a).toMatch(/Rules for this file\. Follow them\.\n\n<rule name="ts">\nNO ENUMS\n<\/rule>$/);
  expect(b).toContain("NO MOCKS");
  expect(b).not.toContain("NO ENUMS");
  await at.harness.restart();
  await at.harness.prompt("Again");
  expect(results(at.harness).at(-1)).not.toContain("NO ENUMS");
  expect(body(at.harness, 5).match(/NO ENUMS/g)).toHaveLength(1);
});

test("writing and patching touch files too; a failed call and a URL do not", async () => {
  const files = { ".tau/rules/ts.md": rule({ globs: ["*.ts"] }, "NO ENUMS") };
  const write = (path: string) => call("write", { path, content: "x" });
  await using at = await openProject(files, [read("gone.ts"), read("rule://ts"), write("new.ts"), done]);
  await at.harness.prompt("Go");
  const [failed, url, written] = results(at.harness);
  expect([failed?.includes("NO ENUMS"), url?.includes("Rules for this file"), written?.includes("NO ENUMS")]).toEqual([
    false,
    false,
    true,
  ]);
});

test("lines of a file are a part of it, however the path names them", async () => {
  const files = {
    ".tau/rules/ts.md": rule({ globs: ["src/*.ts"] }, "NO ENUMS"),
    "src/a.ts": "a\nb\n",
    "src/b.txt": "b",
  };
  await using at = await openProject(files, [read("src/b.txt:1"), read("src/a.ts:1-2:raw"), done]);
  await at.harness.prompt("Go");
  const [text, lines] = results(at.harness);
  expect([text?.includes("NO ENUMS"), lines?.includes("NO ENUMS")]).toEqual([false, true]);
});

test("R107: rule:// reads a rule without its front matter; an unknown name lists the others, but no stream rules", async () => {
  const files = {
    ".tau/rules/one.md": rule({ description: "One" }, "THE TEXT"),
    ".tau/rules/two words.md": rule({ alwaysApply: true }, "TWO"),
    ".tau/rules/watch.md": rule({ condition: ["never-written"] }, "WATCH"),
  };
  const script = [read("rule://one"), read("rule://two%20words"), read("rule://three"), read("rule://watch"), done];
  await using at = await openProject(files, script);
  await at.harness.prompt("Go");
  const [one, two, three, watch] = results(at.harness);
  expect(one).toContain("THE TEXT");
  expect(one).not.toContain("description");
  expect(two).toContain("TWO");
  expect(three).toContain("There is no rule three. There are: one, two words.");
  expect(watch).toContain("There is no rule watch.");
});

test("R153: broken front matter is named once and read as texts; other files work", async () => {
  const files = {
    ".tau/rules/broken.md": "---\nalwaysApply: true\nglobs: *.ts\ndescription: [unclosed\n---\nBROKEN BUT READ",
    ".tau/rules/pattern.md": rule({ condition: ["(unclosed"], alwaysApply: true }, "PATTERN"),
    ".tau/rules/scope.md": rule({ condition: ["x"], scope: ["everywhere"] }, "SCOPE"),
    ".tau/rules/empty.md": "---\nalwaysApply: true\n---\n",
    ".tau/rules/huge.md": "x".repeat(17 * 1024 * 1024),
    ".tau/rules/good.md": rule({ alwaysApply: true }, "GOOD"),
  };
  await using at = await openProject(files, [done, done]);
  await at.harness.prompt("Go");
  await at.harness.prompt("Again");
  expect(at.notes).toHaveLength(1);
  for (const part of [
    "broken.md",
    "pattern.md: the condition (unclosed is no regular expression",
    "scope.md: the scope everywhere is not known",
    "empty.md: the rule is empty",
  ])
    expect(at.notes[0]).toContain(part);
  expect(at.notes[0]?.match(/huge\.md: .*/g)).toEqual(["huge.md: cannot be read (it is larger than 16 MB)"]);
  for (const text of ["BROKEN BUT READ", "PATTERN", "GOOD"]) expect(system(at.harness, 0)).toContain(text);
  expect(system(at.harness, 0)).toBe(system(at.harness, 1));
});

test("R154: a condition that looks like a glob becomes scopes of edit and write", () => {
  const listed = { name: "x", path: "/x.md", content: "X", source: "auto", scope: "project", trusted: true } as const;
  const sorted = sortRule({
    ...listed,
    condition: [".*"],
    scopes: ["tool:edit(*.sql)", "tool:write(*.sql)"],
    sourceInfo: {} as never,
  });
  expect(sorted).toMatchObject({
    bucket: "stream",
    stream: {
      scopes: [
        { kind: "tool", tool: "edit", glob: "*.sql" },
        { kind: "tool", tool: "write", glob: "*.sql" },
      ],
    },
  });
});
