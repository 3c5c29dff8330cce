import { join } from "node:path";
import { expect, test } from "vitest";
import { loadContextFiles, loadProjectContextFiles } from "../../../src/core/resources/index.ts";
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
  const shown = (files: { path: string; content: string }[]) =>
    files.map(({ path, content }) => [relative(path), content]);
  expect(shown(loadContextFiles({ ...scope(false), cwd }))).toEqual(expected);
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
    loadContextFiles({ ...scope(false), disabled: new Set(disabled) }).map(({ path }) => relative(path));
  expect(shown([])).toEqual([
    "home/.claude/CLAUDE.md",
    "home/.gemini/GEMINI.md",
    "project/GEMINI.md",
    "project/.github/copilot-instructions.md",
  ]);
  expect(shown(["claude", "gemini"])).toEqual(["home/.codex/AGENTS.md", "project/.github/copilot-instructions.md"]);
});
