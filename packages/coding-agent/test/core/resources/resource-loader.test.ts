import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { resourceHome, skillText } from "../support/resource-home.ts";

const prompt = '---\ndescription: Reviews\nargument-hint: "[focus]"\n---\nReview $1.\n';

describe("skills", () => {
  test("P-EXT-29 R147: folders with SKILL.md at any depth, and loose files that describe themselves", async () => {
    const { load, relative } = resourceHome({
      "home/.tau/skills/pdf/SKILL.md": skillText("pdf"),
      "home/.tau/skills/pdf/inner/SKILL.md": skillText("never-seen"),
      "home/.tau/skills/group/deep/tool/SKILL.md": skillText("deep"),
      "home/.tau/skills/loose.md": "---\ndescription: Loose\n---\nx",
      "home/.tau/skills/README.md": "# Notes\n",
      "home/.tau/skills/node_modules/x/SKILL.md": skillText("dependency"),
      "project/.tau/skills/own/SKILL.md": "---\ndescription: Own\ndisable-model-invocation: true\n---\nx",
    });
    const { skills, diagnostics } = (await load()).getSkills();
    expect(
      skills.map(({ name, filePath, disableModelInvocation }) => [name, relative(filePath), disableModelInvocation]),
    ).toEqual([
      ["own", "project/.tau/skills/own/SKILL.md", true],
      ["deep", "home/.tau/skills/group/deep/tool/SKILL.md", false],
      ["loose", "home/.tau/skills/loose.md", false],
      ["pdf", "home/.tau/skills/pdf/SKILL.md", false],
    ]);
    expect(diagnostics).toEqual([]);
    expect(skills[0]?.sourceInfo).toMatchObject({ source: "auto", scope: "project", origin: "top-level" });
  });

  test("P-EXT-32: what is wrong with one is told, and the others load", async () => {
    const { load, relative } = resourceHome({
      "home/.tau/skills/none/SKILL.md": "# no description",
      "home/.tau/skills/odd/SKILL.md": `---\nname: Odd Name\ndescription: ${"x".repeat(1025)}\n---\n`,
      "home/.tau/skills/broken/SKILL.md": "---\nname: broken\ndescription: Still there\n[oops\n---\n",
    });
    const { skills, diagnostics } = (await load()).getSkills();
    expect(skills.map(({ name }) => name)).toEqual(["broken", "Odd Name"]);
    expect(diagnostics.map(({ type, path = "", line, message }) => [type, relative(path), line, message])).toEqual([
      [
        "warning",
        "home/.tau/skills/broken/SKILL.md",
        4,
        'the fields at its head are not YAML: expected "key: value"; read as plain text',
      ],
      ["warning", "home/.tau/skills/none/SKILL.md", undefined, "this skill has no description; not loaded"],
      [
        "warning",
        "home/.tau/skills/odd/SKILL.md",
        undefined,
        'the name "Odd Name" should be lower-case words joined by hyphens',
      ],
      ["warning", "home/.tau/skills/odd/SKILL.md", undefined, "the description has 1025 characters; 1024 is the most"],
    ]);
  });

  test("P-EXT-33 P-EXT-46: the nearer of one name wins and the other is told; one file reached twice is one", async () => {
    const { load, root, relative } = resourceHome({
      "project/.tau/skills/a/SKILL.md": skillText("a"),
      "home/.tau/skills/a/SKILL.md": skillText("a"),
      "home/.claude/skills/b/SKILL.md": skillText("b"),
    });
    symlinkSync(join(root, "home/.claude/skills/b"), join(root, "home/.tau/skills/linked"));
    symlinkSync(join(root, "home/.tau"), join(root, "home/.tau/skills/loop"));
    const { skills, diagnostics } = (await load()).getSkills();
    expect(skills.map(({ name, sourceInfo }) => [name, sourceInfo.source, sourceInfo.scope])).toEqual([
      ["a", "auto", "project"],
      ["b", "auto", "user"],
    ]);
    expect(diagnostics.map(({ type, path = "" }) => [type, relative(path)])).toEqual([
      ["collision", "home/.tau/skills/a/SKILL.md"],
    ]);
  });

  test("P-EXT-33: a project's resources come before the user's, also those in the folders that pi reads", async () => {
    const { load } = resourceHome({
      "project/.pi/skills/a/SKILL.md": skillText("a"),
      "project/.agents/skills/b/SKILL.md": skillText("b"),
      "project/.pi/prompts/review.md": "Of the project",
      "home/.tau/skills/a/SKILL.md": skillText("a"),
      "home/.tau/skills/b/SKILL.md": skillText("b"),
      "home/.tau/prompts/review.md": "Of the user",
    });
    const loader = await load();
    const scopes = loader.getSkills().skills.map(({ name, sourceInfo }) => [name, sourceInfo.scope]);
    expect(scopes).toEqual([
      ["a", "project"],
      ["b", "project"],
    ]);
    expect(loader.getPrompts().prompts.map(({ content }) => content)).toEqual(["Of the project"]);
  });

  test("P-EXT-47: folders that the user names are searched at any depth", async () => {
    const { load } = resourceHome({
      "extra/near/SKILL.md": skillText("near"),
      "extra/sorted/by/topic/deep/SKILL.md": skillText("deep"),
    });
    const { skills } = (await load({ settings: { skills: ["../../extra"] } })).getSkills();
    expect(skills.map(({ name }) => name)).toEqual(["near", "deep"]);
  });

  test("P-EXT-46 R148: switched off by id, ignored and included by glob", async () => {
    const names = ["one", "two-x", "three", "three-y"];
    const { load } = resourceHome(
      Object.fromEntries(names.map((name) => [`home/.tau/skills/${name}/SKILL.md`, skillText(name)])),
    );
    const left = async (settings: object) => (await load({ settings })).getSkills().skills.map(({ name }) => name);
    expect(await left({ disabledExtensions: ["skill:one"] })).toEqual(["three", "three-y", "two-x"]);
    expect(await left({ ignoredSkills: ["t*"] })).toEqual(["one"]);
    expect(await left({ includeSkills: ["three*"], ignoredSkills: ["*-y"] })).toEqual(["three"]);
  });

  test("the working directory's ancestors count up to the repository's root", async () => {
    const { load, project } = resourceHome({
      ".agents/skills/outside/SKILL.md": skillText("outside"),
      "project/.agents/skills/root/SKILL.md": skillText("root"),
      "project/a/.tau/skills/near/SKILL.md": skillText("near"),
      "project/a/b/file": "",
    });
    const { skills } = (await load({ options: { cwd: join(project, "a", "b") } })).getSkills();
    expect(skills.map(({ name }) => name)).toEqual(["near", "root"]);
  });
});

describe("sources", () => {
  const files = {
    "home/.claude/skills/c/SKILL.md": skillText("c"),
    "project/.claude/commands/git/commit.md": "Commit",
    "home/.codex/skills/x/SKILL.md": skillText("x"),
    "home/.codex/prompts/p.md": "Prompt",
    "project/.github/prompts/g.prompt.md": "G",
    "project/.opencode/command/o.md": "O",
    "home/.config/opencode/commands/many.md": "Many",
    "home/.pi/agent/skills/pi/SKILL.md": skillText("pi"),
    "project/.omp/prompts/omp.md": "Omp",
  };

  test("the conventions of other programs are read, by their priority", async () => {
    const loader = await resourceHome(files).load();
    expect(loader.getSkills().skills.map(({ name, sourceInfo }) => `${name} ${sourceInfo.source}`)).toEqual([
      "pi auto",
      "c claude",
      "x codex",
    ]);
    expect(loader.getPrompts().prompts.map(({ name, sourceInfo }) => `${name} ${sourceInfo.source}`)).toEqual([
      "omp omp",
      "p codex",
      "g github",
      "git:commit claude",
      "o opencode",
      "many opencode",
    ]);
  });

  test("P-EXT-39: each can be switched off", async () => {
    const loader = await resourceHome(files).load({
      settings: { disabledProviders: ["claude", "codex", "omp", "pi"] },
    });
    expect(loader.getSkills().skills).toEqual([]);
    expect(loader.getPrompts().prompts.map(({ name }) => name)).toEqual(["g", "o", "many"]);
  });

  test("nothing of a project is used before it is trusted, its context files excepted", async () => {
    const { load } = resourceHome({
      ...files,
      "project/.tau/settings.json": { skills: ["../evil"], prompts: ["../evil.md"] },
      "project/evil/SKILL.md": skillText("evil"),
      "project/.tau/extensions/evil.ts": "throw 1",
      "project/.tau/SYSTEM.md": "evil",
      "project/.tau/skills/evil/SKILL.md": skillText("evil"),
      "project/.tau/themes/evil.json": "{",
      "project/AGENTS.md": "Instructions",
    });
    const loader = await load({ trusted: false });
    expect({
      skills: loader.getSkills().skills.filter(({ sourceInfo }) => sourceInfo.scope !== "user"),
      prompts: loader.getPrompts().prompts.filter(({ sourceInfo }) => sourceInfo.scope !== "user"),
      themes: loader.getThemes(),
      extensions: loader.getExtensionPaths().items,
      system: loader.getSystemPrompt(),
    }).toEqual({ skills: [], prompts: [], themes: { themes: [], diagnostics: [] }, extensions: [], system: undefined });
    expect(loader.getAgentsFiles().agentsFiles.map(({ content }) => content)).toEqual(["Instructions"]);
  });
});

describe("prompts", () => {
  test("have the name of their file, a description and a hint; only direct children count", async () => {
    const { load } = resourceHome({
      "home/.tau/prompts/review.md": prompt,
      "home/.tau/prompts/plain.md": "---\nargument-hint: [a] \n---\n\nFirst line\nsecond",
      "home/.tau/prompts/empty.md": "---\ndescription: x\n---\n",
      "home/.tau/prompts/deep/no.md": "No",
    });
    const { prompts, diagnostics } = (await load()).getPrompts();
    expect(
      prompts.map(({ name, description, argumentHint, content }) => ({ name, description, argumentHint, content })),
    ).toEqual([
      { name: "plain", description: "First line", argumentHint: "[a]", content: "First line\nsecond" },
      { name: "review", description: "Reviews", argumentHint: "[focus]", content: "Review $1." },
    ]);
    expect(diagnostics.map(({ message }) => message)).toEqual(["this prompt is empty; not loaded"]);
  });
});

describe("settings", () => {
  test("add paths and globs, count from their own file, and leave out what they say", async () => {
    const { load } = resourceHome({
      "home/.tau/settings.json": {
        prompts: ["extra", "globbed/*/keep-*.md", "-prompts/dropped.md", "!**/secret-*.md"],
      },
      "home/.tau/extra/one.md": "1",
      "home/.tau/globbed/x/keep-a.md": "2",
      "home/.tau/globbed/x/other.md": "3",
      "home/.tau/prompts/dropped.md": "4",
      "home/.tau/prompts/secret-a.md": "5",
      "home/.tau/prompts/stays.md": "6",
      "project/.tau/settings.json": { prompts: ["../shared/p.md"] },
      "project/shared/p.md": "7",
      "project/.pi/settings.json": { prompts: ["templates/of-pi.md"] },
      "project/.pi/templates/of-pi.md": "8",
    });
    const { prompts } = (await load()).getPrompts();
    expect(prompts.map(({ name, sourceInfo }) => `${name} ${sourceInfo.source} ${sourceInfo.scope}`)).toEqual([
      "p local project",
      "of-pi local project",
      "stays auto user",
      "one local user",
    ]);
  });

  test("the command line comes first, and counts even where nothing else is looked for", async () => {
    const { load, project } = resourceHome({
      "project/mine.md": "---\ndescription: mine\n---\nMine",
      "home/.tau/prompts/mine.md": "Other",
      "home/.tau/prompts/more.md": "More",
    });
    const additional = { prompts: ["mine.md"], skills: [join(project, "mine.md")] };
    const names = async (options: object) => {
      const loader = await load({ options: { additional, ...options } });
      return [
        loader.getPrompts().prompts.map(({ content }) => content),
        loader.getSkills().skills.map(({ name }) => name),
      ];
    };
    expect(await names({})).toEqual([["Mine", "More"], ["mine"]]);
    expect(await names({ without: { prompts: true, skills: true } })).toEqual([["Mine"], ["mine"]]);
  });
});

test("P-EXT-18: what extensions and packages bring comes after the rest", async () => {
  const { load, root } = resourceHome({
    "elsewhere/prompts/a.md": "from the extension",
    "package/prompts/b.md": "from the package",
    "home/.tau/prompts/a.md": "own",
  });
  const source = { source: "npm:x", scope: "user", origin: "package" } as const;
  const packages = async () => ({ prompts: [{ path: join(root, "package/prompts"), source }] });
  const loader = await load({ options: { packages } });
  await loader.extendResources({
    prompts: [{ path: join(root, "elsewhere/prompts"), source: { ...source, source: "ext" } }],
  });
  const { prompts, diagnostics } = loader.getPrompts();
  expect(prompts.map(({ content, sourceInfo }) => [content, sourceInfo.origin])).toEqual([
    ["own", "top-level"],
    ["from the package", "package"],
  ]);
  expect(diagnostics).toMatchObject([{ type: "collision", collision: { loserSource: "ext", winnerSource: "auto" } }]);
});

test("system prompt files: the project's before the user's, an option before both", async () => {
  const { load, relative } = resourceHome({
    "home/.tau/SYSTEM.md": "user system",
    "home/.tau/APPEND_SYSTEM.md": "user more",
    "project/.tau/SYSTEM.md": "project system",
    "project/.pi/SYSTEM.md": "another's system",
    "home/.pi/agent/APPEND_SYSTEM.md": "another's more",
  });
  const loader = await load();
  expect([loader.getSystemPrompt(), relative(loader.getSystemPromptSource()?.path ?? "")]).toEqual([
    "project system",
    "project/.tau/SYSTEM.md",
  ]);
  expect(loader.getAppendSystemPrompt()).toEqual(["user more"]);
  const given = await load({ options: { systemPrompt: "given", appendSystemPrompt: [] } });
  expect([given.getSystemPrompt(), given.getSystemPromptSource(), given.getAppendSystemPrompt()]).toEqual([
    "given",
    undefined,
    [],
  ]);
});
