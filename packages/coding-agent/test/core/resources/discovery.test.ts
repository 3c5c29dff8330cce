import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  CapabilityRegistry,
  createResourceRegistries,
  type Discovered,
  extensionEntries,
  extensionName,
  findProtectedResources,
  hasProtectedResources,
} from "../../../src/core/resources/index.ts";
import { loadMcpServers } from "../../../src/core/resources/load-mcp-servers.ts";
import { resourceHome } from "../support/resource-home.ts";

interface Thing extends Discovered {
  readonly name: string;
}

const thing = (name: string, source: string): Thing => ({
  name,
  sourceInfo: { path: `/${source}/${name}`, source, scope: "user", origin: "top-level" },
});
const anywhere = { cwd: "/", home: "/", agentDir: "/", projectTrusted: true };

test("P-EXT-35 R17 R18: the higher priority wins, equal ones keep their order, and the other lies in the shadow", async () => {
  const registry = new CapabilityRegistry<Thing>({ key: ({ name }) => name });
  registry.register({ id: "low", priority: 1, load: () => ({ items: [thing("a", "low"), thing("b", "low")] }) });
  registry.register({ id: "high", priority: 9, load: async () => ({ items: [thing("a", "high")] }) });
  registry.register({ id: "late", priority: 9, load: () => ({ items: [thing("a", "late"), thing("c", "late")] }) });
  const { items, all } = await registry.load(anywhere);
  expect(items.map(({ name, sourceInfo }) => name + sourceInfo.source)).toEqual(["ahigh", "clate", "blow"]);
  expect(all.filter(({ shadowed }) => shadowed).map(({ sourceInfo }) => sourceInfo.source)).toEqual(["late", "low"]);
});

test("R19: without a key every item is kept", async () => {
  const registry = new CapabilityRegistry<Thing>();
  for (const id of ["x", "y"]) registry.register({ id, priority: 1, load: () => ({ items: [thing("a", id)] }) });
  expect((await registry.load(anywhere)).items).toHaveLength(2);
});

test("P-EXT-36 P-EXT-37 P-EXT-38: no source, a failing provider and a bad item cost themselves alone", async () => {
  const registry = new CapabilityRegistry<Thing>({ validate: ({ name }) => (name === "bad" ? "is bad" : undefined) });
  registry.register({ id: "broken", priority: 2, load: () => Promise.reject(new Error("disk on fire")) });
  const stray = { name: "stray" } as Thing;
  registry.register({
    id: "good",
    priority: 1,
    load: () => ({ items: [thing("ok", "good"), thing("bad", "good"), stray] }),
  });
  const { items, diagnostics } = await registry.load(anywhere);
  expect(items.map(({ name }) => name)).toEqual(["ok"]);
  expect(diagnostics.map(({ message }) => message)).toEqual([
    "broken: disk on fire",
    "good: is bad",
    "an item does not say where it comes from; skipped",
  ]);
  const all = await registry.load(anywhere, { includeInvalid: true });
  expect(all.items.map(({ name }) => name)).toEqual(["ok", "bad"]);
});

test("R151: rules of every convention, normalized", async () => {
  const { scope } = resourceHome({
    "home/.tau/rules/style.md": "---\ndescription: Style\nglobs: '*.ts, *.tsx'\nalwaysApply: true\n---\nBe neat.",
    "project/.cursor/rules/deep/c.mdc": "---\nglobs: [a, b]\n---\nC",
    "project/.windsurf/rules/style.md": "shadowed",
    "home/.codeium/windsurf/memories/global_rules.md": "W",
    "project/.clinerules": "L",
    "project/.tau/rules/watch.md": "---\ncondition: ['TODO', 'src/**/*.ts']\ninterruptMode: always\n---\nx",
  });
  const { items } = await createResourceRegistries().rules.load(scope());
  expect(items.map(({ path: _, sourceInfo, ...rule }) => ({ ...rule, source: sourceInfo.source }))).toEqual([
    {
      name: "watch",
      content: "x",
      condition: ["TODO"],
      scopes: ["tool:edit(src/**/*.ts)", "tool:write(src/**/*.ts)"],
      interruptMode: "always",
      source: "auto",
    },
    {
      name: "style",
      content: "Be neat.",
      description: "Style",
      globs: ["*.ts", "*.tsx"],
      alwaysApply: true,
      source: "auto",
    },
    { name: "c", content: "C", globs: ["a", "b"], source: "cursor" },
    { name: "global_rules", content: "W", source: "windsurf" },
    { name: "clinerules", content: "L", source: "cline" },
  ]);
});

test("an agent whose front matter is not YAML is left out, with one message that names the line", async () => {
  const { scope } = resourceHome({
    "project/.tau/agents/bad.md": "---\ndescription: Bad\ntools: [read\n---\nYou are bad.",
    "project/.tau/agents/good.md": "---\ndescription: Good\n---\nYou are good.",
  });
  const { items, diagnostics } = await createResourceRegistries().agents.load(scope());
  expect(items.map(({ name }) => name)).toEqual(["good"]);
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]).toMatchObject({ type: "error", line: expect.any(Number) });
  expect(diagnostics[0]?.message).toMatch(/not YAML: .*; this agent is left out$/);
});

test("agents: fields, tools and instructions; one without a description is told", async () => {
  const { scope } = resourceHome({
    "project/.claude/agents/review.md":
      "---\nname: reviewer\ndescription: Reviews\ntools: Read, Grep\nmodel: smol\ncolor: red\n---\nYou review.",
    "project/.tau/agents/none.md": "x",
  });
  const { items, diagnostics } = await createResourceRegistries().agents.load(scope());
  expect(items).toMatchObject([
    {
      name: "reviewer",
      description: "Reviews",
      tools: ["Read", "Grep"],
      model: "smol",
      systemPrompt: "You review.",
      fields: { color: "red" },
    },
  ]);
  expect(diagnostics.map(({ message }) => message)).toEqual(["this agent has no description; not loaded"]);
});

test("agents: of every folder up to the repository's root, the nearest first, and of their subfolders", async () => {
  const agent = (text: string) => `---\ndescription: Does it\n---\n${text}`;
  const { scope, project } = resourceHome({
    "project/part/deep/.keep": "",
    "project/part/.claude/agents/near.md": agent("near"),
    "project/.claude/agents/near.md": agent("far"),
    "project/.claude/agents/team/inner.md": agent("inner"),
    "project/.claude/agents/README.md": "# About them",
    "project/.tau/agents/own.md": agent("own"),
    "project/.omp/agents/other.md": agent("other"),
    "project/.pi/agents/third.md": agent("third"),
    ".claude/agents/outside.md": agent("outside"),
  });
  const folder = join(project, ".claude/agents/team");
  for (const name of ["back", "again"]) symlinkSync(join(project, ".claude"), join(folder, name));
  const cwd = join(project, "part/deep");
  const { items, diagnostics } = await createResourceRegistries().agents.load({ ...scope(), cwd });
  expect(items.map(({ name, systemPrompt }) => [name, systemPrompt]).sort()).toEqual([
    ["inner", "inner"],
    ["near", "near"],
    ["other", "other"],
    ["own", "own"],
    ["third", "third"],
  ]);
  expect(diagnostics).toEqual([]);
});

test("R156 R158 R159 R160: MCP servers of every file, checked, and switched off by the user alone", async () => {
  process.env.TAU_TEST_MCP = "from-env";
  const { scope, relative } = resourceHome({
    "home/.tau/mcp.json": {
      mcpServers: { own: { command: "a" }, off: { command: "x", enabled: false } },
      disabledServers: ["nope"],
    },
    "project/.tau/mcp.json":
      '{ "mcpServers": {\n"own": { "command": "b" },\n"both": { "type": "http", "url": "u", "command": "c" },\n"bad name": { "command": "c" },\n"odd": { "type": "carrier-pigeon" } },\n"disabledServers": ["root"] }',
    "project/.omp/mcp.json": '{ "mcpServers": {\n"web": { "url": "http://x" } } }',
    "project/.mcp.json": {
      mcpServers: { root: { command: `\${TAU_TEST_MCP}`, args: [`\${TAU_UNSET:-x}`] }, nope: { command: "n" } },
    },
    "project/.vscode/mcp.json": { servers: { code: { type: "sse", url: `\${TAU_TEST_MCP}` } } },
    "project/opencode.json": { mcp: { open: { type: "local", command: ["npx", "-y", "s"], environment: { A: "1" } } } },
  });
  const { servers, diagnostics } = await loadMcpServers(scope());
  delete process.env.TAU_TEST_MCP;
  expect(servers.map(({ name, config }) => ({ name, ...config }))).toEqual([
    { name: "own", type: "stdio", command: "b" },
    { name: "open", type: "stdio", command: "npx", args: ["-y", "s"], env: { A: "1" } },
    { name: "code", type: "sse", url: "from-env" },
    { name: "root", type: "stdio", command: "from-env", args: ["x"] },
  ]);
  expect(diagnostics.map(({ path = "", line, message }) => `${relative(path)}:${line} ${message}`)).toEqual([
    'project/.tau/mcp.json:3 MCP server "both": has both "command" and "url"; ignored',
    'project/.tau/mcp.json:4 MCP server "bad name": its name may hold letters, digits, _, . and - only, at most 100; ignored',
    'project/.tau/mcp.json:5 MCP server "odd": unknown type "carrier-pigeon"; ignored',
    'project/.omp/mcp.json:2 MCP server "web": stdio server requires "command" field; ignored',
  ]);
  expect((await loadMcpServers(scope(false))).servers.map(({ name }) => name)).toEqual(["own"]);
});

test("P-EXT-40 P-EXT-41 P-EXT-42 R115: manifest, index.ts, index.js, then one level of files and folders", () => {
  const { root, relative } = resourceHome({
    "manifest/package.json": { omp: { extensions: ["./src/a.ts", "./folder"] } },
    "manifest/index.ts": "",
    "manifest/src/a.ts": "",
    "manifest/folder/index.js": "",
    "both/index.ts": "",
    "both/index.js": "",
    "flat/one.ts": "",
    "flat/two.mjs": "",
    "flat/types.d.ts": "",
    "flat/notes.md": "",
    "flat/sub/index.js": "",
    "flat/sub/deeper/index.ts": "",
    "flat/nothing/other.ts": "",
    "flat/packed/package.json": { pi: { extensions: ["main.ts"] } },
  });
  const entries = (path: string) => extensionEntries(`${root}/${path}`).map(relative);
  expect(entries("manifest")).toEqual(["manifest/src/a.ts", "manifest/folder/index.js"]);
  expect(entries("both")).toEqual(["both/index.ts"]);
  expect(entries("flat")).toEqual(["flat/one.ts", "flat/packed/main.ts", "flat/sub/index.js", "flat/two.mjs"]);
  expect(entries("flat/one.ts")).toEqual(["flat/one.ts"]);
  expect(entries("missing")).toEqual([]);
  const paths = [
    "/x/foo.ts",
    "/x/foo/index.ts",
    "/x/foo/src/index.ts",
    "/x/foo/dist/extension.js",
    "/x/foo/extensions/main.ts",
  ];
  expect(paths.map(extensionName)).toEqual(paths.map(() => "foo"));
});

test("P-EXT-43 P-EXT-44 R118: one path loads once, and a switched-off name not at all", async () => {
  const { load, relative } = resourceHome({
    "home/.tau/extensions/a.ts": "",
    "home/.tau/extensions/b/index.ts": "",
    "project/.tau/extensions/a.ts": "",
  });
  const paths = async (settings: object) =>
    (await load({ settings })).getExtensionPaths().items.map(({ path }) => relative(path));
  expect(await paths({ extensions: ["extensions/a.ts"] })).toEqual([
    "project/.tau/extensions/a.ts",
    "home/.tau/extensions/a.ts",
    "home/.tau/extensions/b/index.ts",
  ]);
  expect(await paths({ disabledExtensions: ["extension-module:a", "extension-module:b"] })).toEqual([]);
});

test("trust is asked for what a project brings, and for nothing else", () => {
  const { project, scope, relative, home } = resourceHome({
    "home/.tau/skills/x/SKILL.md": "",
    "home/.claude/skills/x/SKILL.md": "",
    "project/AGENTS.md": "x",
    "project/CLAUDE.md": "x",
    "project/src/index.ts": "",
  });
  expect(hasProtectedResources(project, scope())).toBe(false);
  expect(hasProtectedResources(home, scope())).toBe(false);
  const brought = resourceHome({
    "project/.tau/settings.json": {},
    "project/.claude/commands/x.md": "x",
    "project/.vscode/mcp.json": {},
    "project/.agents/skills/x/SKILL.md": "",
  });
  expect(findProtectedResources(brought.project, brought.scope(false)).map(brought.relative).toSorted()).toEqual([
    "project/.agents/skills",
    "project/.claude/commands",
    "project/.tau/settings.json",
    "project/.vscode/mcp.json",
  ]);
  expect(relative(project)).toBe("project");
});
