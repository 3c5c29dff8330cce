import { join } from "node:path";
import { expect, test } from "vitest";
import { PackageManager, setResourceEnabled } from "../../../src/core/packages/index.ts";
import { type Settings, SettingsStore } from "../../../src/core/settings/index.ts";
import { temporaryDirectory, writeTree } from "../support/temporary-directory.ts";

function setUp(global: Partial<Settings> = {}) {
  const root = temporaryDirectory();
  writeTree(root, {
    "home/settings.json": global,
    "project/x": "",
    "pack/prompts/a.md": "a",
    "pack/prompts/b.md": "b",
  });
  const [cwd, agentDir, pack] = [join(root, "project"), join(root, "home"), join(root, "pack")];
  const settings = SettingsStore.open(cwd, agentDir, { projectTrusted: true });
  const user = { settings, scope: "user", base: agentDir } as const;
  const project = { settings, scope: "project", base: join(cwd, ".tau") } as const;
  const prompts = async () => {
    const { prompts: found } = await new PackageManager({ cwd, agentDir, settings }).resolve();
    return found.filter(({ enabled }) => enabled).map(({ path }) => path.slice(pack.length + 1));
  };
  return { settings, user, project, agentDir, pack, prompts };
}

test("what the user keeps loose is switched by its path, and back without a trace", async () => {
  const { settings, user, agentDir } = setUp({ skills: ["extra", "!old/**"] });
  const skill = (name: string) => ({ type: "skills", path: join(agentDir, name, "SKILL.md") }) as const;
  await setResourceEnabled(skill("skills/a"), false, user);
  await setResourceEnabled(skill("old/b"), true, user);
  expect(settings.getGlobalSettings().skills).toEqual(["extra", "!old/**", "-skills/a/SKILL.md", "+old/b/SKILL.md"]);
  await setResourceEnabled(skill("skills/a"), true, user);
  await setResourceEnabled(skill("old/b"), false, user);
  expect(settings.getGlobalSettings().skills).toEqual(["extra", "!old/**", "-old/b/SKILL.md"]);
});

test("a package's file is switched in its entry, and by the project as a change to the user's choice", async () => {
  const { settings, user, project, pack, prompts } = setUp();
  settings.set("packages", [pack]);
  const prompt = (name: string) =>
    ({ type: "prompts", path: join(pack, "prompts", name), package: { source: pack, root: pack } }) as const;
  await setResourceEnabled(prompt("a.md"), false, user);
  expect(settings.getGlobalSettings().packages).toEqual([{ source: pack, prompts: ["-prompts/a.md"] }]);
  expect(await prompts()).toEqual(["prompts/b.md"]);
  await setResourceEnabled(prompt("b.md"), false, project);
  expect(settings.getProjectSettings().packages).toEqual([
    { source: pack, autoload: false, prompts: ["-prompts/b.md"] },
  ]);
  expect(await prompts()).toEqual([]);
  await setResourceEnabled(prompt("a.md"), true, project);
  expect(await prompts()).toEqual(["prompts/a.md"]);
});
