import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { subject } from "../../subject.ts";

const skill = fc.constantFrom(
  "---\nname: one\ndescription: First skill\n---\nBody",
  "---\nname: Two Words\ndescription: Bad name\n---\nBody",
  "---\ndescription: Without a name\n---\nBody",
  "---\nname: nothing\n---\nNo description",
  "No front matter",
  "---\nname: hidden\ndescription: d\ndisable-model-invocation: true\n---\n",
  "---\nname: [\n---\n",
);
const prompt = fc.constantFrom(
  "---\ndescription: Do it\nargument-hint: <file>\n---\nRead $1 and $@",
  "Just text $ARGUMENTS",
  "---\n---\n",
  "# Title\nbody",
);
const theme = fc.constantFrom('{"name":"mine","vars":{},"colors":{}}', "{ broken", "[]");
const files = fc.record(
  {
    "agent/skills/one/SKILL.md": skill,
    "agent/skills/two/SKILL.md": skill,
    "agent/skills/flat.md": skill,
    "agent/skills/deep/er/SKILL.md": skill,
    "project/.pi/skills/one/SKILL.md": skill,
    "project/.agents/skills/three/SKILL.md": skill,
    "agent/prompts/review.md": prompt,
    "agent/prompts/sub/inner.md": prompt,
    "agent/prompts/note.txt": prompt,
    "project/.pi/prompts/review.md": prompt,
    "agent/themes/mine.json": theme,
    "agent/AGENTS.md": fc.constant("Global rules"),
    "project/AGENTS.md": fc.constant("Project rules"),
    "project/CLAUDE.md": fc.constant("Claude rules"),
    "AGENTS.md": fc.constant("Above"),
    "agent/SYSTEM.md": fc.constant("System"),
    "project/.pi/SYSTEM.md": fc.constant("Project system"),
    "agent/APPEND_SYSTEM.md": fc.constant("Append"),
    "project/.pi/APPEND_SYSTEM.md": fc.constant("Project append"),
  },
  { requiredKeys: [] },
);

export const resourceSubjects = [
  subject({
    name: "coding-agent/resource-loader",
    inputs: fc.record({
      files,
      options: fc.record(
        {
          noSkills: fc.boolean(),
          noPromptTemplates: fc.boolean(),
          noContextFiles: fc.boolean(),
          systemPrompt: fc.constantFrom("Given"),
        },
        { requiredKeys: [] },
      ),
    }),
    runs: 120,
    run: async ({ codingAgent, root }, { files, options }) => {
      const folder = lay(root, files);
      const [cwd, agentDir] = [join(folder, "project"), join(folder, "agent")];
      const settingsManager = codingAgent.SettingsManager.create(cwd, agentDir, { projectTrusted: true });
      const loader = new codingAgent.DefaultResourceLoader({
        cwd,
        agentDir,
        settingsManager,
        noExtensions: true,
        noThemes: true,
        ...options,
      } as never);
      await loader.reload();
      return {
        skills: loader
          .getSkills()
          .skills.map(({ name, description, filePath, baseDir, disableModelInvocation }) => ({
            name,
            description,
            filePath,
            baseDir,
            disableModelInvocation,
          }))
          .sort(byPath),
        skillProblems: loader
          .getSkills()
          .diagnostics.map((each) => [each.type, each.path])
          .sort(),
        prompts: loader
          .getPrompts()
          .prompts.map(({ name, description, content, filePath, argumentHint }) => ({
            name,
            description,
            content,
            filePath,
            argumentHint,
          }))
          .sort(byPath),
        context: loader.getAgentsFiles().agentsFiles,
        system: loader.getSystemPrompt(),
        append: loader.getAppendSystemPrompt(),
        sources: [loader.getSystemPromptSource(), loader.getAppendSystemPromptSources()],
      };
    },
  }),
  subject({
    name: "coding-agent/load-skills",
    inputs: fc.record({
      files,
      defaults: fc.boolean(),
      paths: fc.constantFrom<string[]>([], ["agent/skills/two"], ["agent/skills/flat.md"], ["missing"]),
    }),
    runs: 120,
    run: ({ codingAgent, root }, { files, defaults, paths }) => {
      const folder = lay(root, files);
      const result = codingAgent.loadSkills({
        cwd: join(folder, "project"),
        agentDir: join(folder, "agent"),
        skillPaths: paths.map((path) => join(folder, path)),
        includeDefaults: defaults,
      });
      const fromDir = codingAgent.loadSkillsFromDir({ dir: join(folder, "agent/skills"), source: "user" });
      return {
        skills: result.skills
          .map(({ name, filePath, baseDir, sourceInfo }) => ({ name, filePath, baseDir, sourceInfo }))
          .sort(byPath),
        problems: result.diagnostics.map((each) => each.type).sort(),
        fromDir: fromDir.skills.map((each) => each.name).sort(),
      };
    },
  }),
  subject({
    name: "coding-agent/context-files",
    inputs: files,
    runs: 80,
    run: ({ codingAgent, root }, files) => {
      const folder = lay(root, files);
      return {
        context: codingAgent.loadProjectContextFiles({ cwd: join(folder, "project"), agentDir: join(folder, "agent") }),
        needsTrust: codingAgent.hasTrustRequiringProjectResources(join(folder, "project")),
      };
    },
  }),
  subject({
    name: "coding-agent/skills-for-prompt",
    inputs: fc.array(
      fc.record({
        name: fc.constantFrom("one", "two"),
        description: fc.constantFrom("A & B", "<c>"),
        disableModelInvocation: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    run: ({ codingAgent }, skills) => {
      const text = codingAgent.formatSkillsForPrompt(
        skills.map((each) => ({
          ...each,
          filePath: `/s/${each.name}/SKILL.md`,
          baseDir: `/s/${each.name}`,
          sourceInfo: {},
        })) as never,
      );
      return [...text.matchAll(/<(name|description|location)>([^<]*)</g)].map((match) => [match[1], match[2]]);
    },
  }),
  subject({
    name: "coding-agent/trust-store",
    inputs: fc.array(fc.tuple(fc.constantFrom("/a", "/a/b", "/c"), fc.constantFrom(true, false, null)), {
      maxLength: 4,
    }),
    runs: 60,
    run: ({ codingAgent, root }, steps) => {
      const folder = join(root, "trust");
      rmSync(folder, { recursive: true, force: true });
      const store = new codingAgent.ProjectTrustStore(folder);
      for (const [path, trusted] of steps) store.set(path, trusted);
      return ["/a", "/a/b", "/a/b/c", "/c", "/d"].map((path) => [store.get(path), store.getEntry(path)]);
    },
  }),
];

function lay(root: string, files: Readonly<Record<string, string | undefined>>): string {
  const folder = join(root, "resources");
  rmSync(folder, { recursive: true, force: true });
  for (const name of ["agent", "project"]) mkdirSync(join(folder, name), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    // Ours reads both names of the folder in a project; the same file under each would be found twice.
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text ?? "");
  }
  return folder;
}

function byPath(a: { filePath: string }, b: { filePath: string }): number {
  return a.filePath < b.filePath ? -1 : 1;
}
