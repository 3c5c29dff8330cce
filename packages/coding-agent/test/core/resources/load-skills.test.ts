import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSkills, loadSkillsFromDir } from "../../../src/core/resources/index.ts";
import { resourceHome, skillText } from "../support/resource-home.ts";

test("skills for a program: the paths it names, then the project's, then the user's; the first of a name wins", () => {
  const { root, project } = resourceHome({
    "extra/a/SKILL.md": skillText("a"),
    "project/.tau/skills/a/SKILL.md": skillText("a"),
    "project/.tau/skills/b/SKILL.md": skillText("b"),
    "home/.tau/skills/c/SKILL.md": skillText("c"),
  });
  const options = { cwd: project, agentDir: join(root, "home/.tau"), skillPaths: ["../extra"] };
  const { skills, diagnostics } = loadSkills({ ...options, includeDefaults: true });
  expect(skills.map(({ name, sourceInfo: { source, scope } }) => [name, source, scope])).toEqual([
    ["a", "path", "temporary"],
    ["b", "auto", "project"],
    ["c", "auto", "user"],
  ]);
  expect(diagnostics.map(({ type, path }) => [type, path])).toEqual([
    ["collision", join(project, ".tau/skills/a/SKILL.md")],
  ]);
  expect(loadSkills({ ...options, includeDefaults: false }).skills.map(({ name }) => name)).toEqual(["a"]);
});

test("skills of one folder", () => {
  const { root } = resourceHome({ "extra/a/SKILL.md": skillText("a") });
  const { skills, diagnostics } = loadSkillsFromDir({ dir: join(root, "extra"), source: "mine" });
  expect([skills.map(({ name, sourceInfo }) => [name, sourceInfo.source]), diagnostics]).toEqual([[["a", "mine"]], []]);
});
