import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { discoverySources } from "../../../src/core/resources/discovery/places.ts";
import { loadContextFiles } from "../../../src/core/resources/items/context-file.ts";
import { findSystemPromptFile } from "../../../src/core/resources/items/system-prompt-files.ts";
import { loadHookSettings } from "../../../src/core/resources/load-hook-settings.ts";
import { loadMcpServers } from "../../../src/core/resources/load-mcp-servers.ts";
import { createResourceRegistries } from "../../../src/core/resources/resource-kinds.ts";
import { SettingsStore } from "../../../src/core/settings/index.ts";
import { resourceHome, skillText } from "../support/resource-home.ts";

type Place = (typeof discoverySources)[number]["places"][number];

/** For each kind of resource, a file that brings one. */
const SAMPLES: Readonly<Record<Place["capability"], (path: string) => readonly [string, string | object]>> = {
  agents: (path) => [`${path}/sample.md`, "---\nname: sample\ndescription: d\n---\nx"],
  "appended-prompt": (path) => [path, "sample"],
  commands: (path) => [`${path}/sample.md`, "Do it."],
  context: (path) => [path, "sample context"],
  extensions: (path) => [`${path}/sample.ts`, ""],
  "hook-settings": (path) => [path, { hooks: { Stop: [] } }],
  hooks: (path) => [`${path}/pre/sample.ts`, ""],
  instructions: (path) => [`${path}/sample.instructions.md`, "sample"],
  manifests: (path) => [`${path}/sample/gemini-extension.json`, { name: "sample" }],
  mcp: (path) =>
    path.endsWith(".toml")
      ? [path, '[mcp_servers.sample]\ncommand = "x"\n']
      : [path, { [path.endsWith(".vscode/mcp.json") ? "servers" : "mcpServers"]: { sample: { command: "x" } } }],
  prompts: (path) => [`${path}/sample.md`, "Do it."],
  rules: (path) => [/\.(md|clinerules)$/.test(path) ? path : `${path}/sample.md`, "sample"],
  skills: (path) => [`${path}/sample/SKILL.md`, skillText("sample")],
  ssh: (path) => [path, { hosts: { sample: { host: "10.0.0.1" } } }],
  "system-prompt": (path) => [path, "sample"],
  themes: (path) => [`${path}/sample.json`, { name: "sample", colors: {} }],
  tools: (path) => [`${path}/sample/index.ts`, ""],
};

const BASES = { agent: "home/.tau", home: "home", cwd: "project", ancestors: "project" } as const;

const cases = discoverySources.flatMap(({ id, places }) =>
  places.map((place) => ({ id, capability: place.capability, path: `${BASES[place.base]}/${place.path}`, place })),
);

test.each(cases)("$id: $capability in $path, unless switched off or not trusted", async ({ id, path, place }) => {
  const [file, content] = SAMPLES[place.capability](path);
  const { scope } = resourceHome({ [file]: content });
  const count = async (given: ReturnType<typeof scope>) => await found(place.capability, given);
  expect(await count(scope())).toBe(1);
  expect(await count({ ...scope(), disabled: new Set([id]) } as ReturnType<typeof scope>)).toBe(0);
  const needsTrust = (place.base === "cwd" || place.base === "ancestors") && place.capability !== "context";
  expect(await count(scope(false))).toBe(needsTrust ? 0 : 1);
});

/** What was found at all, a broken theme too: it is the place that counts here. */
async function found(capability: Place["capability"], scope: Parameters<typeof loadMcpServers>[0]): Promise<number> {
  if (capability === "context") return loadContextFiles(scope).items.length;
  if (capability === "system-prompt" || capability === "appended-prompt")
    return findSystemPromptFile(capability, scope) ? 1 : 0;
  if (capability === "mcp") return (await loadMcpServers(scope)).servers.length;
  if (capability === "hook-settings") return (await loadHookSettings(scope, SettingsStore.inMemory())).items.length;
  const { items, diagnostics } = await createResourceRegistries()[capability].load(scope);
  return capability === "themes" ? Math.max(items.length, Math.min(1, diagnostics.length)) : items.length;
}

test("R20 R21: a project's own shadow the user's, except where the program has it the other way round", async () => {
  const { scope, relative } = resourceHome({
    "home/.tau/tools/same.ts": "",
    "project/.tau/tools/same.ts": "",
    "home/.gemini/extensions/a/gemini-extension.json": { name: "same", of: "user" },
    "project/.gemini/extensions/b/gemini-extension.json": { name: "same", of: "project" },
  });
  const { tools, manifests } = createResourceRegistries();
  expect((await tools.load(scope())).items.map(({ path }) => relative(path))).toEqual(["project/.tau/tools/same.ts"]);
  expect((await manifests.load(scope())).items.map(({ manifest }) => manifest)).toEqual([{ name: "same", of: "user" }]);
});

test("R22: an empty folder of the project brings nothing", async () => {
  const { scope, project } = resourceHome({ "project/.omp/skills/.keep": "" });
  const { skills, tools, hooks, rules } = createResourceRegistries();
  const loaded = await Promise.all([skills, tools, hooks, rules].map((registry) => registry.load(scope())));
  expect(loaded.map(({ items, diagnostics }) => [items, diagnostics])).toEqual(loaded.map(() => [[], []]));
  expect(project).not.toBe("");
});

test("R24 R25: a manifest that is no JSON is told of, a folder without one is not, and nothing is run", async () => {
  const { scope, home } = resourceHome({
    "home/.gemini/extensions/broken/gemini-extension.json": "{",
    "home/.gemini/extensions/plain/index.ts": "throw new Error('run')",
    "home/.gemini/extensions/good/gemini-extension.json": { version: "1" },
  });
  const { items, diagnostics } = await createResourceRegistries().manifests.load(scope());
  expect(items.map(({ name, path }) => ({ name, path }))).toEqual([
    { name: "good", path: `${home}/.gemini/extensions/good` },
  ]);
  expect(diagnostics.map(({ message }) => message)).toEqual([
    `Invalid JSON in ${home}/.gemini/extensions/broken/gemini-extension.json`,
  ]);
});

test("R137: hooks, tools and commands are modules; scripts are told of, and text beside them is left alone", async () => {
  const { load, relative } = resourceHome({
    "home/.tau/hooks/pre/guard.ts": "",
    "home/.tau/hooks/post/format.sh": "",
    "home/.tau/hooks/README.md": "",
    "home/.tau/tools/dice.js": "",
    "home/.tau/tools/dice.json": {},
    "home/.tau/tools/notes.md": "",
    "home/.tau/tools/rg": "binary",
    "home/.tau/tools/old/index.ts": "",
    "home/.tau/commands/ship/index.ts": "",
    "home/.tau/commands/plain.md": "text",
    "home/.tau/extensions/main.ts": "",
  });
  const settings = { disabledExtensions: ["custom-tool:old"] };
  const found = (await load({ settings })).getExtensionPaths();
  expect(found.items.map(({ kind = "extension", name, path }) => [kind, name, relative(path)])).toEqual([
    ["extension", "main", "home/.tau/extensions/main.ts"],
    ["hook", "guard", "home/.tau/hooks/pre/guard.ts"],
    ["custom-tool", "dice", "home/.tau/tools/dice.js"],
    ["custom-command", "ship", "home/.tau/commands/ship/index.ts"],
  ]);
  expect(found.diagnostics.map(({ path = "", message }) => [relative(path), message])).toEqual([
    ["home/.tau/hooks/post/format.sh", "a hook must be a .ts or .js module, and this is none; not loaded"],
  ]);
  const none = await load({ options: { without: { extensions: true } } });
  expect(none.getExtensionPaths().items).toEqual([]);
});

test("MCP servers of a TOML file: commands, addresses, tokens by variable, and its mistakes by line", async () => {
  process.env.TAU_TEST_TOKEN = "secret";
  const { scope, relative, load } = resourceHome({
    "home/.codex/config.toml":
      'model = "x"\n[mcp_servers.local]\ncommand = "npx"\nargs = ["-y", "s"]\nenv = { A = "1" }\nstartup_timeout_sec = 9\ntool_timeout_sec = 20\nenv_vars = ["TAU_TEST_TOKEN", "TAU_UNSET"]\ndisabled_tools = ["x"]\n[mcp_servers.far]\nurl = "https://x"\nbearer_token_env_var = "TAU_TEST_TOKEN"\nenv_http_headers = { X-Key = "OTHER" }\nscopes = ["a"]\noauth = { client_id = "c", callback_port = 7 }\n[mcp_servers.none]\nenabled = true\n',
    "project/.codex/config.toml": "[mcp_servers\n",
  });
  const { servers, diagnostics } = await loadMcpServers(scope());
  delete process.env.TAU_TEST_TOKEN;
  expect(servers.map(({ name, config }) => ({ name, ...config }))).toEqual([
    {
      ...{ name: "local", type: "stdio", command: "npx", args: ["-y", "s"], timeout: 20_000, disabled_tools: ["x"] },
      env: { A: "1", TAU_TEST_TOKEN: `\${TAU_TEST_TOKEN}` },
    },
    {
      ...{ name: "far", type: "http", url: "https://x" },
      headers: { Authorization: `Bearer \${TAU_TEST_TOKEN}`, "X-Key": `\${OTHER}` },
      oauth: { clientId: "c", callbackPort: 7, scopes: ["a"] },
    },
  ]);
  expect(diagnostics.map(({ path = "", line, message }) => [relative(path), line, message.slice(0, 40)])).toEqual([
    ["project/.codex/config.toml", 1, "Invalid TOML document: illegal character"],
    ["home/.codex/config.toml", undefined, 'MCP server "none": stdio server requires'],
  ]);
  const loader = await load({ settings: { mcp: { enableProjectConfig: false } } });
  expect((await loader.loadMcpServers()).diagnostics).toHaveLength(1);
});

test("MCP servers in the words of other programs", async () => {
  process.env.TAU_TEST_MCP = "from-env";
  const { scope, relative, home } = resourceHome({
    "home/.gemini/settings.json": {
      mcp: { allowed: ["fast"] },
      mcpServers: { fast: { httpUrl: "https://fast", excludeTools: ["x"] }, old: { url: "https://old", type: "sse" } },
    },
    "home/.codeium/windsurf/mcp_config.json": {
      mcpServers: { surf: { serverUrl: "https://surf" }, off: { command: "x", disabled: true } },
    },
    "home/.cursor/mcp.json": {
      mcpServers: {
        cur: {
          command: `\${userHome}/run`,
          args: [`\${env:TAU_TEST_MCP}`, `\${workspaceFolder}`],
          env: { KEY: `\${env:TAU_TEST_MCP}` },
        },
      },
    },
    "project/opencode.jsonc":
      '{ // servers\n"mcp": { "servers": { "two": { "type": "remote", "url": "https://two/{env:TAU_TEST_MCP}" } } } }',
    "project/.vscode/mcp.json": {
      inputs: [{ id: "key" }],
      servers: { asks: { command: "x", env: { KEY: `\${input:key}` } } },
    },
    "home/.config/Code/User/mcp.json": { servers: { mine: { command: "mine" } } },
    "project/.pi/mcp.json": { mcpServers: { plain: { url: "https://plain" } } },
  });
  const { cwd } = scope();
  const { servers, diagnostics } = await loadMcpServers(scope());
  delete process.env.TAU_TEST_MCP;
  expect(Object.fromEntries(servers.map(({ name, config }) => [name, config]))).toMatchObject({
    fast: { type: "http", url: "https://fast", excludeTools: ["x"] },
    old: { type: "sse", url: "https://old" },
    surf: { type: "http", url: "https://surf" },
    cur: {
      command: `${home}/run`,
      args: ["from-env", cwd],
      env: { KEY: `\${env:TAU_TEST_MCP}` },
    },
    two: { type: "http", url: "https://two/from-env" },
    mine: { type: "stdio", command: "mine" },
    plain: { type: "http", url: "https://plain" },
  });
  expect(servers.map(({ name }) => name)).not.toContain("off");
  expect(diagnostics.map(({ path = "", message }) => `${relative(path)} ${message}`)).toEqual([
    'project/.vscode/mcp.json MCP server "asks": needs the input "key", which only VS Code asks for; write its value down; ignored',
  ]);
});

test("Claude's own file: what it keeps for this project counts more than what it keeps for all", async () => {
  const { scope, project, home } = resourceHome({});
  const file = {
    mcpServers: { one: { command: "for-all" }, two: { command: "two" } },
    projects: {
      [project]: { mcpServers: { one: { command: "for-this" } } },
      "/other": { mcpServers: { three: { command: "x" } } },
    },
  };
  writeFileSync(join(home, ".claude.json"), JSON.stringify(file));
  const { servers } = await loadMcpServers(scope());
  expect(servers.map(({ name, config }) => [name, config.command])).toEqual([
    ["one", "for-this"],
    ["two", "two"],
  ]);
});
