import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  findProtectedResources,
  loadContextFiles,
  loadProjectContextFiles,
} from "../../../src/core/resources/index.ts";
import { resourceHome } from "../support/resource-home.ts";

test("R23: the user's file, then every folder's from the top down; one per folder", () => {
  const { scope, project, relative, agentDir } = resourceHome({
    "home/.tau/AGENTS.md": "user",
    "AGENTS.md": "top",
    "project/AGENTS.md": "hidden by the override",
    "project/AGENTS.override.md": "override",
    "project/CLAUDE.md": "second in its folder",
    "project/a/CLAUDE.md": "near",
    "project/a/b/AGENTS.md": "  \n",
    "project/.hidden/AGENTS.md": "not on the way",
  });
  const cwd = join(project, "a", "b");
  const expected = [
    ["home/.tau/AGENTS.md", "user"],
    ["AGENTS.md", "top"],
    ["project/AGENTS.override.md", "override"],
    ["project/a/CLAUDE.md", "near"],
  ];
  const shown = (files: readonly { path: string; content: string }[]) =>
    files.map(({ path, content }) => [relative(path), content]);
  expect(shown(loadContextFiles({ ...scope(false), cwd }).items)).toEqual(expected);
  expect(shown(loadProjectContextFiles({ cwd, agentDir }))).toEqual(expected);
});

test("files of other programs count, one copy of a text is enough, and each can be switched off", () => {
  const { scope, relative } = resourceHome({
    "home/.claude/CLAUDE.md": "same",
    "home/.codex/AGENTS.md": "same",
    "home/.gemini/GEMINI.md": "gemini",
    "project/GEMINI.md": "project gemini",
    "project/.github/copilot-instructions.md": "copilot",
  });
  const shown = (disabled: string[]) =>
    loadContextFiles({ ...scope(false), disabled: new Set(disabled) }).items.map(({ path }) => relative(path));
  expect(shown([])).toEqual([
    "home/.claude/CLAUDE.md",
    "home/.gemini/GEMINI.md",
    "project/GEMINI.md",
    "project/.github/copilot-instructions.md",
  ]);
  expect(shown(["claude", "gemini"])).toEqual(["home/.codex/AGENTS.md", "project/.github/copilot-instructions.md"]);
});

test("a link that leads out of the project is asked about, and left out until then", () => {
  const { scope, project, relative, root } = resourceHome({
    "home/.ssh/id": "PRIVATE",
    "project/docs/shared.md": "shared",
    "project/GEMINI.md": "",
  });
  mkdirSync(join(project, "sub"));
  symlinkSync(join(root, "home/.ssh/id"), join(project, "AGENTS.md"));
  symlinkSync(join(root, "home/.ssh"), join(project, ".github"));
  symlinkSync("../docs/shared.md", join(project, "sub/CLAUDE.md"));
  symlinkSync(join(root, "home/.ssh/id"), join(root, "home/.ssh/copilot-instructions.md"));
  const cwd = join(project, "sub");
  const texts = (trusted: boolean) => loadContextFiles({ ...scope(trusted), cwd }).items.map(({ content }) => content);
  expect(findProtectedResources(cwd, scope(false)).map(relative)).toEqual([
    "project/AGENTS.md",
    "project/.github/copilot-instructions.md",
  ]);
  expect(texts(false)).toEqual(["shared"]);
  expect(texts(true)).toEqual(["PRIVATE", "PRIVATE", "shared"]);
});

test("a pipe, a folder and a file without end in the place of a context file are told, not waited for", () => {
  const { scope, project } = resourceHome({ "project/CLAUDE.md": "x", "project/AGENTS.MD/x": "" });
  execFileSync("mkfifo", [join(project, "AGENTS.md")]);
  truncateSync(join(project, "CLAUDE.md"), 2 ** 40);
  expect(loadContextFiles(scope(false))).toEqual({
    items: [],
    diagnostics: [
      { type: "error", path: join(project, "AGENTS.md"), message: "cannot be read (it is no ordinary file)" },
      { type: "error", path: join(project, "AGENTS.MD"), message: "cannot be read (it is a folder)" },
      { type: "error", path: join(project, "CLAUDE.md"), message: "is left out: it is larger than 16 MB" },
    ],
  });
});
