import { realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { isObject, parseJson, readFile } from "../json-file/index.ts";
import { joinItems, type LoadedItems } from "./discovery/index.ts";
import type { AgentDefinition } from "./items/agent-definition.ts";
import { expandVariables } from "./items/expand-variables.ts";
import { normalizeEntry } from "./items/mcp-entry.ts";
import type { McpServer } from "./items/mcp-server.ts";
import { readAgents } from "./late-readers.ts";
import type { HookSettings } from "./load-hook-settings.ts";
import type { ProvidedPath, ProvidedPaths } from "./resource-loader.ts";
import type { SourceInfo } from "./source-info.ts";

/** An installed plugin that is in effect in this folder: its own copy on disk, and what it contains. */
export interface InstalledPlugin {
  readonly name: string;
  /** `name@marketplace`. */
  readonly id: string;
  readonly root: string;
  readonly isOfProject: boolean;
  readonly skills: readonly string[];
  readonly commands: readonly string[];
  readonly agents: readonly string[];
  readonly hooks: Readonly<Record<string, unknown>>;
  readonly mcpServers: Readonly<Record<string, unknown>>;
  readonly lspServers: Readonly<Record<string, unknown>>;
  /** Variables that its commands, hooks and servers may use. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Reads the record of installed plugins. Leaves out those that are switched off or belong to another folder, and paths outside a plugin. */
export function readInstalledPlugins(
  file: string,
  { agentDir, cwd }: { agentDir: string; cwd: string },
): InstalledPlugin[] {
  const parsed = parseJson(readFile(file).text ?? "{}");
  const list = parsed.ok && isObject(parsed.value) ? parsed.value.plugins : undefined;
  return (Array.isArray(list) ? list : []).flatMap((given: unknown) => readPlugin(given, agentDir, cwd));
}

function readPlugin(given: unknown, agentDir: string, cwd: string): InstalledPlugin[] {
  if (!isObject(given) || given.enabled === false) return [];
  const { name, id, root, project = cwd, contents } = given;
  if (![name, id, root].every((text) => typeof text === "string") || project !== cwd) return [];
  return [describe(given as { name: string; id: string; root: string }, isObject(contents) ? contents : {}, agentDir)];
}

function describe(
  given: { readonly name: string; readonly id: string; readonly root: string; readonly project?: unknown },
  has: Readonly<Record<string, unknown>>,
  agentDir: string,
): InstalledPlugin {
  const { name, id, root } = given;
  const listed = (key: string): unknown[] => (Array.isArray(has[key]) ? has[key] : []);
  const inside = (key: string) => listed(key).flatMap((path) => pathInside(root, path));
  const object = (key: string) => (isObject(has[key]) ? has[key] : {});
  return {
    ...{ name, id, root, isOfProject: given.project !== undefined },
    ...{ skills: inside("skills"), commands: inside("commands"), agents: inside("agents") },
    ...{ hooks: object("hooks"), mcpServers: object("mcpServers"), lspServers: object("lspServers") },
    variables: {
      CLAUDE_PLUGIN_ROOT: root,
      CLAUDE_PLUGIN_DATA: join(agentDir, "plugins", "data", id.replace(/[^\w-]/g, "-")),
      extensionPath: root,
    },
  };
}

/** Returns the real path, or nothing if it does not exist or a link leads out of the plugin. */
function pathInside(root: string, path: unknown): string[] {
  try {
    const found = realpathSync(resolve(root, String(path)));
    const base = realpathSync(root);
    return found === base || found.startsWith(base + sep) ? [found] : [];
  } catch {
    // The file is missing or cannot be reached, so it cannot be used.
    return [];
  }
}

function sourceOf(plugin: InstalledPlugin): Omit<SourceInfo, "path"> {
  const scope = plugin.isOfProject ? "project" : "user";
  return { source: `plugin:${plugin.id}`, scope, origin: "package", baseDir: plugin.root };
}

/** The skills and commands of plugins. Their names begin with the plugin's. */
export function pluginPaths(plugins: readonly InstalledPlugin[]): ProvidedPaths {
  const paths = (key: "skills" | "commands") =>
    plugins.flatMap((plugin) => plugin[key].map((path): ProvidedPath => ({ path, source: sourceOf(plugin), plugin })));
  return { skills: paths("skills"), prompts: paths("commands") };
}

/** Puts the plugin's name before that of an item, and its folder into the text of a command. */
export function ofPlugin<Item>(
  { items, diagnostics = [] }: LoadedItems<Item>,
  plugin: InstalledPlugin,
): LoadedItems<Item> {
  const named = items.map((item) => {
    const { name, content } = item as { name?: string; content?: string };
    const text = content === undefined ? {} : { content: String(expandVariables(content, plugin.variables)) };
    return { ...item, name: `${plugin.name}:${name}`, ...text };
  });
  return { items: named, diagnostics };
}

/** The agents of plugins. A subfolder is part of the name: `plugin:folder:agent`. */
export async function pluginAgents(plugins: readonly InstalledPlugin[]): Promise<LoadedItems<AgentDefinition>> {
  const read = async (plugin: InstalledPlugin, folder: string) => {
    const { items, diagnostics = [] } = await readAgents(folder, (path) => ({ ...sourceOf(plugin), path }));
    const named = items
      .filter(({ filePath }) => pathInside(plugin.root, filePath).length > 0)
      .map((agent) => {
        const folders = relative(folder, dirname(agent.filePath)).split(sep).filter(Boolean);
        return { ...agent, name: [...folders, agent.name].join(":") };
      });
    return ofPlugin({ items: named, diagnostics }, plugin);
  };
  return joinItems(await Promise.all(plugins.flatMap((plugin) => plugin.agents.map((path) => read(plugin, path)))));
}

export function pluginHooks(plugins: readonly InstalledPlugin[]): HookSettings[] {
  return plugins.flatMap((plugin) => {
    const {
      hooks,
      root,
      variables: { CLAUDE_PLUGIN_ROOT = "", CLAUDE_PLUGIN_DATA = "" },
    } = plugin;
    if (Object.keys(hooks).length === 0) return [];
    const sourceInfo = { ...sourceOf(plugin), path: root };
    return [{ hooks, disablesAll: false, env: { CLAUDE_PLUGIN_ROOT, CLAUDE_PLUGIN_DATA }, sourceInfo }];
  });
}

/** A language server as a plugin describes it. */
export interface LspServer {
  readonly name: string;
  /** The entry of the plugin, which is not validated. */
  readonly config: unknown;
  readonly sourceInfo: SourceInfo;
}

export function pluginLspServers(plugins: readonly InstalledPlugin[]): LspServer[] {
  return plugins.flatMap((plugin) =>
    Object.entries(plugin.lspServers).map(([name, given]) => ({
      name: `${plugin.name}:${name}`,
      config: expandVariables(given, plugin.variables),
      sourceInfo: { ...sourceOf(plugin), path: plugin.root },
    })),
  );
}

/** The MCP servers of plugins. An entry that is not valid is left out, with a diagnostic. */
export function pluginServers(
  plugins: readonly InstalledPlugin[],
  { cwd, home }: { cwd: string; home: string },
): LoadedItems<McpServer> {
  const parts = plugins.flatMap((plugin) =>
    Object.entries(plugin.mcpServers).map(([server, given]): LoadedItems<McpServer> => {
      const name = `plugin_${plugin.name}_${server}`;
      const entry = expandVariables(given, plugin.variables);
      const config = normalizeEntry(name, entry, { source: "native", cwd, home });
      const sourceInfo = { ...sourceOf(plugin), path: plugin.root };
      if (typeof config !== "string") return { items: [{ name, config, sourceInfo }] };
      const message = `MCP server "${server}" of ${plugin.id}: ${config}; ignored`;
      return { items: [], diagnostics: [{ type: "error", path: plugin.root, message }] };
    }),
  );
  return joinItems(parts);
}
