import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createExtensionResources } from "../../../src/core/extensions/ports/resources.ts";
import { ResourceLoader } from "../../../src/core/resources/index.ts";
import { SettingsStore } from "../../../src/core/settings/index.ts";
import { resourceHome, skillText } from "../support/resource-home.ts";

const AGENT = "---\nname: critic\ndescription: Criticises.\n---\nBe strict.";
const contents = {
  skills: ["skills"],
  commands: ["commands"],
  agents: ["agents"],
  hooks: { Stop: [{ hooks: [{ type: "command", command: "true" }] }] },
  mcpServers: { one: { command: `\${CLAUDE_PLUGIN_ROOT}/server` }, two: {} },
  lspServers: { toy: { command: "toy-lsp" } },
};

/** A loader in a home with these installed plugins; each has the same files. */
async function loaderWith(plugins: (root: string, project: string) => unknown) {
  const root = "home/.tau/plugins/cache/shop/box/1";
  const { home, project, scope } = resourceHome({
    [`${root}/skills/knots/SKILL.md`]: skillText("knots"),
    [`${root}/commands/greet.md`]: `From \${CLAUDE_PLUGIN_ROOT}`,
    [`${root}/agents/critic.md`]: AGENT,
    [`${root}/agents/team/deep/critic.md`]: AGENT,
    "project/.keep": "",
    "home/outside/evil.md": AGENT.replace("critic", "evil"),
  });
  const { agentDir } = scope();
  const folder = join(home, ".tau/plugins/cache/shop/box/1");
  const text = plugins(folder, project);
  writeFileSync(
    join(agentDir, "plugins/installed.json"),
    typeof text === "string" ? text : JSON.stringify({ plugins: text }),
  );
  symlinkSync(join(home, "outside"), join(folder, "linked"));
  const loader = new ResourceLoader({ cwd: project, agentDir, home, settings: SettingsStore.inMemory() });
  await loader.reload();
  return { loader, resources: createExtensionResources(loader), folder };
}

const plugin = (root: string, more: object = {}) => ({
  id: "box@shop",
  name: "box",
  root,
  enabled: true,
  contents,
  ...more,
});

test("R143: everything that a plugin contains is in effect under the plugin's name", async () => {
  const { loader, resources, folder } = await loaderWith((root) => [plugin(root)]);
  expect(loader.getSkills().skills.map(({ name }) => name)).toEqual(["box:knots"]);
  expect(loader.getPrompts().prompts.map(({ name, content }) => [name, content])).toEqual([
    ["box:greet", `From ${folder}`],
  ]);
  expect((await resources.agents()).map(({ name, source }) => [name, source])).toEqual([
    ["box:critic", "plugin:box@shop"],
    ["box:team:deep:critic", "plugin:box@shop"],
  ]);
  expect((await resources.hooks()).map(({ hooks, env }) => [hooks, env?.CLAUDE_PLUGIN_ROOT])).toEqual([
    [contents.hooks, folder],
  ]);
  expect((await resources.mcpServers()).map(({ name, config }) => [name, config.command])).toEqual([
    ["plugin_box_one", `${folder}/server`],
  ]);
  expect((await resources.lspServers()).map(({ name, config }) => [name, config])).toEqual([
    ["box:toy", contents.lspServers.toy],
  ]);
  expect([loader.hasHooks(), loader.hasMcpFile()]).toEqual([true, true]);
});

test.each<[string, (root: string, project: string) => unknown, number]>([
  ["a plugin of this folder counts here", (root, project) => [plugin(root, { project })], 1],
  ["a plugin of another folder does not", (root) => [plugin(root, { project: "/elsewhere" })], 0],
  ["one that is off does not", (root) => [plugin(root, { enabled: false })], 0],
  ["a record that is broken brings nothing", () => "{", 0],
  ["nor does one of another shape", () => [null, 7, { id: 1 }, { id: "a", name: "a" }], 0],
])("%s", async (_name, plugins, count) => {
  const { loader } = await loaderWith(plugins);
  expect(loader.plugins).toHaveLength(count);
});

test("paths and links out of the plugin are left out", async () => {
  const agents = ["linked", "../../../../../outside", "/etc", 7, "agents"];
  const { resources, folder } = await loaderWith((root) => [plugin(root, { contents: { agents } })]);
  symlinkSync(join(folder, "linked"), join(folder, "agents", "linked"));
  expect((await resources.agents()).map(({ name }) => name)).toEqual(["box:critic", "box:team:deep:critic"]);
});
