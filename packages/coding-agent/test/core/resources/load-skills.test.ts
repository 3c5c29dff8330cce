import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSkills, loadSkillsFromDir } from "../../../src/core/resources/index.ts";
import { resourceHome, skillText } from "../support/resource-home.ts";

test("skills for a program: the user's, then the project's, then the paths it names; the first of a name wins", () => {
  const { root, project } = resourceHome({
    "extra/a/SKILL.md": skillText("a"),
    "extra/d/SKILL.md": skillText("d"),
    "project/.tau/skills/a/SKILL.md": skillText("a"),
    "project/.pi/skills/b/SKILL.md": skillText("b"),
    "home/.tau/skills/c/SKILL.md": skillText("c"),
  });
  const options = { cwd: project, agentDir: join(root, "home/.tau"), skillPaths: ["../extra", "../nothing"] };
  const { skills, diagnostics } = loadSkills({ ...options, includeDefaults: true });
  expect(skills.map(({ name, sourceInfo: { source, scope } }) => [name, source, scope])).toEqual([
    ["c", "local", "user"],
    ["a", "local", "project"],
    ["b", "local", "project"],
    ["d", "local", "temporary"],
  ]);
  expect(diagnostics.map(({ type, path }) => [type, path])).toEqual([
    ["warning", join(root, "nothing")],
    ["collision", join(root, "extra/a/SKILL.md")],
  ]);
  const named = loadSkills({ ...options, skillPaths: ["../home/.tau/skills/c"], includeDefaults: false });
  expect(named.skills.map(({ name, sourceInfo }) => [name, sourceInfo.scope])).toEqual([["c", "user"]]);
});

test("skills of one folder, with those that share a name", () => {
  const { root } = resourceHome({ "extra/a/SKILL.md": skillText("a"), "extra/b/SKILL.md": skillText("a") });
  const { skills, diagnostics } = loadSkillsFromDir({ dir: join(root, "extra"), source: "mine" });
  expect([
    skills.map(({ name, sourceInfo, baseDir }) => [name, sourceInfo.source, sourceInfo.baseDir === baseDir]),
  ]).toEqual([
    [
      ["a", "mine", true],
      ["a", "mine", true],
    ],
  ]);
  expect(diagnostics).toEqual([]);
});
