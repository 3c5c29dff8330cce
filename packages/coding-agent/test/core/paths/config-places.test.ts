import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  findAllNearestProjectConfigDirs,
  findConfigFile,
  findConfigFileWithMeta,
  getAgentDir,
  getConfigDirs,
} from "../../../src/index.ts";
import { resourceHome } from "../support/resource-home.ts";

const SOURCES = [".tau", ".pi", ".omp", ".claude", ".codex", ".gemini"];

test("R2: the user's places come first, both in the order of the sources, and each option counts", () => {
  const { root } = resourceHome({ "p/.omp/hooks/a.ts": "", "p/.tau/other": "" });
  const cwd = join(root, "p");
  const all = getConfigDirs("hooks", { cwd });
  expect(all.map(({ level, source }) => `${level} ${source}`)).toEqual([
    ...SOURCES.map((source) => `user ${source}`),
    ...SOURCES.map((source) => `project ${source}`),
  ]);
  expect(all.slice(0, 4).map(({ path }) => path)).toEqual([
    join(getAgentDir(), "hooks"),
    join(homedir(), ".pi/agent/hooks"),
    join(homedir(), ".omp/agent/hooks"),
    join(homedir(), ".claude/hooks"),
  ]);
  expect(getConfigDirs("hooks", { cwd, project: false })).toEqual(all.slice(0, 6));
  expect(getConfigDirs("hooks", { cwd, user: false })).toEqual(all.slice(6));
  expect(getConfigDirs("hooks", { cwd, user: false, existingOnly: true })).toEqual([
    { path: join(cwd, ".omp/hooks"), source: ".omp", level: "project" },
  ]);
});

test("R3: the first file in that order, and whose it is; a folder of the name is no file", () => {
  const { root } = resourceHome({
    "p/.tau/tool.json/inside": "",
    "p/.claude/tool.json": "{}",
    "p/.gemini/tool.json": "{}",
  });
  const lookup = { cwd: join(root, "p"), user: false };
  const path = join(root, "p/.claude/tool.json");
  expect(findConfigFile("tool.json", lookup)).toBe(path);
  expect(findConfigFileWithMeta("tool.json", lookup)).toEqual({ path, source: ".claude", level: "project" });
  expect(findConfigFile("none.json", lookup)).toBeUndefined();
});

test("R4: of each source the nearest folder above, one at most, best source first", () => {
  const { root } = resourceHome({
    "repo/.claude/commands/a.md": "",
    "repo/.tau/commands/a.md": "",
    "repo/packages/one/.claude/commands/b.md": "",
    "repo/packages/one/.omp/commands": "a file",
  });
  const found = findAllNearestProjectConfigDirs("commands", join(root, "repo/packages/one"));
  expect(found.filter(({ path }) => path.startsWith(root))).toEqual([
    { path: join(root, "repo/.tau/commands"), source: ".tau", level: "project" },
    { path: join(root, "repo/packages/one/.claude/commands"), source: ".claude", level: "project" },
  ]);
});
