import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { loadSkillsAt, loadTemplatesAt, readMarkdown } from "../../src/node.ts";
import { temporaryFolder } from "./temporary-folder.ts";

function folderWith(files: Record<string, string>): string {
  const root = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

const skill = (name: string) => `---\nname: ${name}\ndescription: Does it\n---\nDo it.\n`;

test("skills: folders with SKILL.md at any depth, loose files that describe themselves, and links that lead back", () => {
  const root = folderWith({
    "pdf/SKILL.md": skill("pdf"),
    "pdf/inner/SKILL.md": skill("never-seen"),
    "group/deep/tool/SKILL.md": skill("deep"),
    "loose.md": skill("loose"),
    "README.md": "# Notes",
    "node_modules/x/SKILL.md": skill("dependency"),
    ".hidden/x/SKILL.md": skill("hidden"),
  });
  symlinkSync(root, join(root, "group", "loop"));
  const { skills, diagnostics } = loadSkillsAt(root);
  expect([skills.map(({ name }) => name), diagnostics]).toEqual([["deep", "loose", "pdf"], []]);
  expect(loadSkillsAt(join(root, "README.md"))).toEqual({
    skills: [],
    diagnostics: [
      { type: "warning", path: join(root, "README.md"), message: "this skill has no description; not loaded" },
    ],
  });
  expect(loadSkillsAt(join(root, "nowhere"))).toEqual({ skills: [], diagnostics: [] });
});

test("templates: of a folder, of one file, and by their way below a folder", () => {
  const root = folderWith({ "review.md": "Review", "git/commit.md": "Commit", "g.prompt.md": "G", "empty.md": "" });
  const names = (path: string, options = {}) => loadTemplatesAt(path, options).templates.map(({ name }) => name);
  expect(names(root)).toEqual(["g", "review"]);
  expect(names(root, { deep: true })).toEqual(["g", "git:commit", "review"]);
  expect(names(join(root, "git", "commit.md"))).toEqual(["commit"]);
  expect(loadTemplatesAt(root).diagnostics).toEqual([
    { type: "warning", path: join(root, "empty.md"), message: "this prompt is empty; not loaded" },
  ]);
});

test("a file that is a folder is reported, one that is not there is not", () => {
  const root = folderWith({ "x.md/y": "" });
  expect(readMarkdown(join(root, "x.md"))?.diagnostics).toEqual([
    { type: "error", path: join(root, "x.md"), message: "cannot be read (EISDIR)" },
  ]);
  expect(readMarkdown(join(root, "none.md"))).toBeUndefined();
});
