import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject, type Json, parseObject, readObject, textOf } from "./json.ts";
import { isName } from "./marketplace.ts";
import { PluginError } from "./plugin-error.ts";
import { insidePath } from "./source.ts";

/** What a plugin contains. Paths are relative to its folder. */
export interface Contents {
  readonly skills: readonly string[];
  readonly commands: readonly string[];
  readonly agents: readonly string[];
  readonly hooks: Json;
  readonly mcpServers: Json;
  readonly lspServers: Json;
  /** Parts that Tau does not use. */
  readonly unused: readonly string[];
}

export interface DescribedPlugin {
  readonly name: string;
  readonly version: string | undefined;
  readonly description: string;
  readonly contents: Contents;
}

const UNUSED: Readonly<Record<string, string>> = {
  "output-styles": "output styles",
  themes: "themes",
  "monitors/monitors.json": "monitors",
  workflows: "workflows",
  bin: "programs for PATH",
  "settings.json": "settings",
};

/** Reads the manifest and the folders of a plugin. `entry` is what its marketplace says. Runs nothing. */
export async function describePlugin(folder: string, entry: Json = {}): Promise<DescribedPlugin> {
  const gemini = await readObject(join(folder, "gemini-extension.json"));
  const own = (await readObject(join(folder, ".claude-plugin/plugin.json"))) ?? gemini ?? {};
  const fields = { ...entry, ...own };
  const name = textOf(fields, "name") ?? "";
  if (!isName(name)) throw new PluginError(`The plugin has no usable name: ${JSON.stringify(fields.name)}.`);
  const at = (path: string) => existsSync(join(folder, path));
  const contents: Contents = {
    skills: [...pathsOf(fields.skills), "skills", ...(at("SKILL.md") ? ["."] : [])].filter(at),
    // Commands of Gemini CLI are in another format.
    commands: replaced(fields.commands, gemini && own === gemini ? [] : ["commands"]).filter(at),
    agents: replaced(fields.agents, ["agents"]).filter(at),
    hooks: await hooksOf(folder, fields.hooks),
    mcpServers: await objectsOf(folder, [".mcp.json", fields.mcpServers], "mcpServers"),
    lspServers: await objectsOf(folder, [".lsp.json", fields.lspServers], "lspServers"),
    unused: [
      ...Object.entries(UNUSED).flatMap(([path, what]) => (at(path) ? [what] : [])),
      ...(gemini && at("commands") ? ["commands of Gemini CLI"] : []),
    ],
  };
  return { name, version: textOf(fields, "version"), description: textOf(fields, "description") ?? "", contents };
}

function pathsOf(value: unknown): string[] {
  const paths = typeof value === "string" ? [value] : Array.isArray(value) ? value : [];
  return paths.map((path: unknown) => insidePath(String(path)));
}

function replaced(value: unknown, standard: readonly string[]): string[] {
  const given = pathsOf(value);
  return given.length > 0 ? given : [...standard];
}

/** Joins the hooks of all files and of the manifest: the lists of one event are added up. */
async function hooksOf(folder: string, given: unknown): Promise<Json> {
  const all: Record<string, unknown[]> = {};
  for (const part of [given, "hooks/hooks.json"].flat()) {
    const found = isObject(part) ? part : await optionalObject(folder, part);
    const hooks = isObject(found.hooks) ? found.hooks : found;
    for (const [event, groups] of Object.entries(hooks))
      if (Array.isArray(groups)) all[event] = [...(all[event] ?? []), ...groups];
  }
  return all;
}

async function objectsOf(folder: string, parts: readonly unknown[], key: string): Promise<Json> {
  const found: Json[] = [];
  for (const part of parts.flat()) {
    const object = isObject(part) ? part : await optionalObject(folder, part);
    found.push(isObject(object[key]) ? object[key] : object);
  }
  const text = JSON.stringify(Object.assign({}, ...found)).replace(/\$\{\/\}/g, "/");
  return parseObject(text, key);
}

async function optionalObject(folder: string, path: unknown): Promise<Json> {
  if (typeof path !== "string") return {};
  return (await readObject(join(folder, insidePath(path)))) ?? {};
}

/** Lists what a plugin brings, one line each, before it is installed and when it changes. */
export async function listContents(folder: string, { name, contents }: DescribedPlugin): Promise<string[]> {
  const skills = (await Promise.all(contents.skills.map((path) => skillNames(folder, path)))).flat();
  const files = async (paths: readonly string[]) =>
    (await Promise.all(paths.map((path) => markdownNames(join(folder, path))))).flat();
  const hooks = Object.entries(contents.hooks).flatMap(([event, groups]) =>
    commandsIn(groups).map((command) => `hook ${event}: ${command}`),
  );
  const servers = Object.entries(contents.mcpServers).map(
    ([server, config]) => `MCP server ${server}: ${serverText(config)}`,
  );
  return [
    ...[...new Set(skills)].map((skill) => `skill ${name}:${skill}`),
    ...(await files(contents.commands)).map((command) => `command /${name}:${command}`),
    ...(await files(contents.agents)).map((agent) => `agent ${name}:${agent}`),
    ...hooks,
    ...servers,
    ...Object.entries(contents.lspServers).map(([server, config]) => `LSP server ${server}: ${serverText(config)}`),
    ...contents.unused.map((what) => `not used by Tau: ${what}`),
  ];
}

async function skillNames(folder: string, path: string): Promise<string[]> {
  const at = join(folder, path);
  if (existsSync(join(at, "SKILL.md"))) {
    const [, name] = /^name:\s*(\S+)/m.exec(await readFile(join(at, "SKILL.md"), "utf8")) ?? [];
    return [name ?? path];
  }
  const entries = await readdir(at, { withFileTypes: true });
  return entries.flatMap(({ name }) => (existsSync(join(at, name, "SKILL.md")) ? [name] : []));
}

async function markdownNames(path: string): Promise<string[]> {
  if (path.endsWith(".md")) return [path.replace(/^.*\//, "").replace(/\.md$/, "")];
  const entries = await readdir(path, { withFileTypes: true });
  return entries.flatMap(({ name }) => (name.endsWith(".md") ? [name.replace(/\.md$/, "")] : []));
}

function commandsIn(groups: unknown): string[] {
  return (Array.isArray(groups) ? groups : []).flatMap((group: unknown) => {
    const hooks = isObject(group) && Array.isArray(group.hooks) ? group.hooks : [];
    return hooks.filter(isObject).map((hook) => String(hook.command ?? hook.url ?? hook.type));
  });
}

function serverText(config: unknown): string {
  if (!isObject(config)) return "not valid";
  const args = Array.isArray(config.args) ? config.args.map(String) : [];
  return [String(config.command ?? config.url ?? config.httpUrl ?? ""), ...args].join(" ");
}
