import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { getAgentDir, resolveFrom } from "../paths/index.ts";
import { SettingsStore } from "../settings/index.ts";
import {
  type ConfiguredList,
  complainIfEmpty,
  configuredLists,
  exclusionFilter,
  loadConfigured,
  type ReadItems,
  type ResourceType,
} from "./configured-paths.ts";
import {
  type CapabilityRegistry,
  type Discovered,
  type DiscoveryScope,
  joinItems,
  type LoadedItems,
  locate,
} from "./discovery/index.ts";
import type { InstalledPlugin } from "./installed-plugins.ts";
import { type ContextFile, type LoadedContext, loadContextFiles } from "./items/context-file.ts";
import type { PromptTemplate } from "./items/prompt-template.ts";
import type { Skill } from "./items/skill.ts";
import { findSystemPromptFile, type PromptFile } from "./items/system-prompt-files.ts";
import type { ThemeFile } from "./items/theme-file.ts";
import { readPrompts, readSkills, readThemes } from "./late-readers.ts";
import type { HookSettings } from "./load-hook-settings.ts";
import type { McpServers } from "./load-mcp-servers.ts";
import { firstOfEachName } from "./named-items.ts";
import { mayHaveHooks } from "./protected-resources.ts";
import {
  createResourceRegistries,
  type ExtensionPath,
  loadExtensionsAt,
  type ResourceRegistries,
} from "./resource-kinds.ts";
import type { ResourceDiagnostic, SourceInfo } from "./source-info.ts";

/** A path that a package or an extension provides, with its source. */
export interface ProvidedPath {
  readonly path: string;
  readonly source: Omit<SourceInfo, "path">;
  /** The plugin that it belongs to. */
  readonly plugin?: InstalledPlugin;
}

export type ProvidedPaths = Partial<Record<ResourceType, readonly ProvidedPath[]>>;

/** Paths that packages provide, with the problems of the packages. */
export type PackagedPaths = ProvidedPaths & { readonly diagnostics?: readonly ResourceDiagnostic[] };

export interface ResourceLoaderOptions {
  readonly cwd: string;
  readonly agentDir?: string;
  readonly home?: string;
  readonly settings?: SettingsStore;
  /** Returns the contents of installed packages; called at each load. */
  readonly packages?: () => Promise<PackagedPaths>;
  /** Paths of the command line; they take precedence over all others. */
  readonly additional?: Partial<Record<ResourceType, readonly string[]>>;
  /** Kinds of resources not to look for. Paths of the command line count nevertheless. */
  readonly without?: Partial<Record<ResourceType | "contextFiles", boolean>>;
  /** Replaces the system prompt file; `appendSystemPrompt` replaces the appended one. */
  readonly systemPrompt?: string;
  readonly appendSystemPrompt?: readonly string[];
}

export interface LoadedResources<Item> {
  readonly items: readonly Item[];
  readonly diagnostics: readonly ResourceDiagnostic[];
}

type HookKeys = { readonly hooks?: object; readonly claudeHooks?: boolean };

const NONE: LoadedResources<never> = { items: [], diagnostics: [] };

/** Finds all resources of a session, and finds them again on reload. It does not load the code of extensions. */
export class ResourceLoader {
  readonly registries: ResourceRegistries = createResourceRegistries();
  private readonly options: ResourceLoaderOptions;
  private readonly settings: SettingsStore;
  private readonly agentDir: string;
  /** Paths that extensions provide, in the order they were added. */
  private provided: readonly ProvidedPaths[] = [];
  private packaged: PackagedPaths = {};
  plugins: readonly InstalledPlugin[] = [];
  private pluginPaths: ProvidedPaths = {};
  private extensions: LoadedResources<ExtensionPath> = NONE;
  private skills: LoadedResources<Skill> = NONE;
  private prompts: LoadedResources<PromptTemplate> = NONE;
  private themes: LoadedResources<ThemeFile> = NONE;
  private context: LoadedContext = NONE;
  private system: PromptFile | undefined;
  private append: PromptFile | undefined;
  /** Whether folders exist, as found since the last reload. */
  private folders = new Map<string, boolean>();
  private present: Map<string, boolean> | undefined;

  constructor(options: ResourceLoaderOptions) {
    this.options = options;
    this.agentDir = options.agentDir ?? getAgentDir();
    this.settings = options.settings ?? SettingsStore.open(options.cwd, this.agentDir);
  }

  async reload(): Promise<void> {
    await this.reloadExtensions();
    const scope = this.scope(this.folders);
    const { items, diagnostics } = this.options.without?.contextFiles ? NONE : loadContextFiles(scope);
    const problems = [...diagnostics];
    this.system = findSystemPromptFile("system-prompt", scope, (problem) => problems.push(problem));
    this.append = findSystemPromptFile("appended-prompt", scope, (problem) => problems.push(problem));
    this.context = { items, diagnostics: problems };
    await this.loadTexts();
  }

  /** Reloads only the list of extensions. */
  async reloadExtensions(): Promise<void> {
    this.folders = new Map();
    this.packaged = (await this.options.packages?.()) ?? {};
    await this.loadPlugins();
    this.extensions = await this.loadExtensions();
  }

  /** Reads the installed plugins. The code for them is loaded only if there are any. */
  async loadPlugins(): Promise<void> {
    const file = `${this.agentDir}/plugins/installed.json`;
    const late = existsSync(file) ? await import("./installed-plugins.ts") : undefined;
    this.plugins = late?.readInstalledPlugins(file, this.scope()) ?? [];
    this.pluginPaths = late?.pluginPaths(this.plugins) ?? {};
  }

  /** Adds paths that extensions provide and reloads these kinds of resources. Resolves to a function that removes them again. */
  async extendResources(paths: ProvidedPaths): Promise<() => Promise<void>> {
    this.folders = new Map();
    this.provided = [...this.provided, paths];
    await this.loadTexts();
    return async () => {
      if (!this.provided.includes(paths)) return;
      this.provided = this.provided.filter((other) => other !== paths);
      await this.loadTexts();
    };
  }

  getExtensionPaths(): LoadedResources<ExtensionPath> {
    return this.extensions;
  }

  getSkills(): { skills: Skill[]; diagnostics: ResourceDiagnostic[] } {
    return { skills: [...this.skills.items], diagnostics: [...this.skills.diagnostics] };
  }

  getPrompts(): { prompts: PromptTemplate[]; diagnostics: ResourceDiagnostic[] } {
    return { prompts: [...this.prompts.items], diagnostics: [...this.prompts.diagnostics] };
  }

  getThemes(): { themes: ThemeFile[]; diagnostics: ResourceDiagnostic[] } {
    return { themes: [...this.themes.items], diagnostics: [...this.themes.diagnostics] };
  }

  getAgentsFiles(): { agentsFiles: ContextFile[] } {
    return { agentsFiles: [...this.context.items] };
  }

  getContextDiagnostics(): readonly ResourceDiagnostic[] {
    return this.context.diagnostics;
  }

  getSystemPrompt(): string | undefined {
    return this.options.systemPrompt ?? this.system?.content;
  }

  getSystemPromptSource(): { path: string } | undefined {
    return this.options.systemPrompt === undefined && this.system ? { path: this.system.path } : undefined;
  }

  getAppendSystemPrompt(): string[] {
    return [...(this.options.appendSystemPrompt ?? (this.append ? [this.append.content] : []))];
  }

  getAppendSystemPromptSources(): { path: string }[] {
    return this.options.appendSystemPrompt === undefined && this.append ? [{ path: this.append.path }] : [];
  }

  /** Loads the MCP servers that files describe; those of the project only if it is trusted and the setting allows it. */
  async loadMcpServers(): Promise<McpServers> {
    const { loadMcpServers } = await import("./load-mcp-servers.ts");
    const scope = this.scope();
    const isProjectWanted = this.settings.get("mcp.enableProjectConfig");
    return await loadMcpServers({ ...scope, projectTrusted: scope.projectTrusted && isProjectWanted }, this.plugins);
  }

  /** Returns whether a file exists that may define MCP servers. */
  hasMcpFile(): boolean {
    return this.plugins.length > 0 || this.hasFileOf("mcp");
  }

  /** Returns whether a file exists that may name ssh hosts. */
  hasSshFile(): boolean {
    return this.hasFileOf("ssh");
  }

  /** Returns whether a rule file may exist. */
  hasRules(): boolean {
    return this.hasFileOf("rules", "instructions");
  }

  /** Returns whether a place exists that may describe agents. */
  hasAgents(): boolean {
    return this.plugins.some(({ agents }) => agents.length > 0) || this.hasFileOf("agents");
  }

  /** Returns folders as they are now: a session asks in each run, and the user may have made one since. Looks once in a run of synchronous code. */
  private presentFolders(): Map<string, boolean> {
    if (this.present) return this.present;
    this.present = new Map();
    queueMicrotask(() => {
      this.present = undefined;
    });
    return this.present;
  }

  private hasFileOf(...capabilities: readonly Parameters<typeof locate>[0][]): boolean {
    const scope = this.scope(this.presentFolders());
    const places = capabilities.flatMap((capability) => locate(capability, scope));
    return places.some(({ path }) => existsSync(path));
  }

  /** Loads the hooks of the settings files of Claude Code and of Tau. Those of a project are used only if it is trusted. */
  async loadHookSettings(): Promise<LoadedItems<HookSettings>> {
    const { loadHookSettings } = await import("./load-hook-settings.ts");
    return await loadHookSettings(this.scope(), this.settings, this.plugins);
  }

  /** Returns whether a settings file may define hooks. Reads the layers, because a setting of a battery would load its schema. */
  hasHooks(): boolean {
    const [user, project] = (["global", "project"] as const).map((scope) => this.settings.layer(scope) as HookKeys);
    return (
      (user?.hooks ?? project?.hooks ?? this.plugins[0]) !== undefined ||
      locate("hook-settings", this.scope(this.presentFolders())).some(
        ({ path, level }) => (level === "project" || user?.claudeHooks !== false) && mayHaveHooks(path),
      )
    );
  }

  /** Returns where discovery may look, by the current settings and trust. */
  scope(folders = new Map<string, boolean>()): DiscoveryScope {
    return {
      cwd: this.options.cwd,
      home: this.options.home ?? homedir(),
      agentDir: this.agentDir,
      projectTrusted: this.settings.isProjectTrusted(),
      disabled: new Set(this.settings.get("disabledProviders") ?? []),
      folders,
    };
  }

  private async loadTexts(): Promise<void> {
    const { skills, prompts, commands, themes } = this.registries;
    const found = await this.load("skills", [skills], readSkills);
    const selected = await selectSkills(found.items, this.settings);
    this.skills = named("skill", { ...found, items: selected });
    this.prompts = named("prompt", await this.load("prompts", [prompts, commands], readPrompts));
    if (this.options.without?.themes && !this.options.additional?.themes?.length) return;
    this.themes = named("theme", await this.load("themes", [themes], readThemes));
  }

  private async loadExtensions(): Promise<LoadedResources<ExtensionPath>> {
    const { extensions } = this.registries;
    const found = [await this.load("extensions", [extensions], loadExtensionsAt), ...(await this.loadModules())];
    const { items, diagnostics = [] } = joinItems<ExtensionPath>(found);
    const disabled = new Set(this.settings.get("disabledExtensions") ?? []);
    const seen = new Set<string>();
    const wanted = items.filter(({ name, path, kind = "extension" }) => {
      const isNew = !seen.has(path);
      seen.add(path);
      return isNew && !disabled.has(`extension-module:${name}`) && !disabled.has(`${kind}:${name}`);
    });
    const once =
      wanted.length > 1
        ? (await import("./extension-copies.ts")).withoutCopies(wanted)
        : { items: wanted, diagnostics: [] };
    return {
      items: once.items,
      diagnostics: [...(this.packaged.diagnostics ?? []), ...diagnostics, ...once.diagnostics],
    };
  }

  /** Loads hooks, custom tools and custom commands, which run on the extension host too. */
  private async loadModules(): Promise<LoadedItems<ExtensionPath>[]> {
    if (this.options.without?.extensions) return [];
    const { hooks, tools, commandModules } = this.registries;
    const scope = this.scope(this.folders);
    return await Promise.all([hooks, tools, commandModules].map((registry) => registry.load(scope)));
  }

  /**
   * Loads one kind of resource. Order of precedence for a name: command line, project settings, discovered files, user
   * settings, packages, extensions.
   */
  private async load<Item extends Discovered>(
    type: ResourceType,
    registries: readonly CapabilityRegistry<Item>[],
    read: ReadItems<Item>,
  ): Promise<LoadedItems<Item>> {
    const { temporary, installed } = this.packagedPaths(type);
    const readAt = async ({ path, source, plugin }: ProvidedPath) => {
      const found = await read(path, (file) => ({ ...source, path: file }));
      return plugin ? (await import("./installed-plugins.ts")).ofPlugin(found, plugin) : found;
    };
    const additional = await Promise.all(
      [...this.additional(type), ...temporary].map(async (given) =>
        complainIfEmpty(type, given.path, await readAt(given)),
      ),
    );
    if (this.options.without?.[type]) return joinItems(additional);
    const lists = configuredLists(type, this.settings, this.options.cwd, this.agentDir);
    const accepts = await exclusionFilter(lists);
    const scope = this.scope(this.folders);
    const found = await Promise.all(registries.map((registry) => registry.load(scope)));
    const configured = async (scope: ConfiguredList["scope"]) =>
      await Promise.all(lists.filter((list) => list.scope === scope).map((list) => loadConfigured(list, read)));
    const [ofProject, ofUser] = await Promise.all([configured("project"), configured("user")]);
    const provided = [
      ...installed,
      ...(this.pluginPaths[type] ?? []),
      ...this.provided.flatMap((paths) => paths[type] ?? []),
    ];
    const rest = joinItems([
      ...ofProject,
      ...found.map(({ items, diagnostics }) => ({
        items: items.filter((item) => accepts(item.sourceInfo.path)),
        diagnostics,
      })),
      ...ofUser,
      ...(await Promise.all(provided.map(readAt))),
    ]);
    return joinItems([...additional, rest]);
  }

  /** Splits the paths of packages: a package of the command line has the precedence of the command line, others that of packages. */
  private packagedPaths(type: ResourceType): Record<"temporary" | "installed", ProvidedPath[]> {
    const { temporary = [], installed = [] } = Object.groupBy(this.packaged[type] ?? [], ({ source }) =>
      source.scope === "temporary" ? "temporary" : "installed",
    );
    return { temporary, installed };
  }

  private additional(type: ResourceType): ProvidedPath[] {
    const { cwd, additional } = this.options;
    return (additional?.[type] ?? []).map((path) => ({
      path: resolveFrom(cwd, path),
      source: { source: "cli", scope: "temporary", origin: "top-level", baseDir: cwd },
    }));
  }
}

function named<Item extends Discovered & { readonly name: string }>(
  type: string,
  { items, diagnostics = [] }: LoadedItems<Item>,
): LoadedResources<Item> {
  const first = firstOfEachName(type, items);
  return { items: first.items, diagnostics: [...diagnostics, ...first.diagnostics] };
}

/** Applies the user's filters: disabled ids, then the globs to ignore, then the globs to include. */
async function selectSkills(skills: readonly Skill[], settings: SettingsStore): Promise<Skill[]> {
  const disabled = new Set(settings.get("disabledExtensions") ?? []);
  const ignored = await nameMatcher(settings.get("ignoredSkills"));
  const included = await nameMatcher(settings.get("includeSkills"));
  return skills.filter(({ name }) => {
    if (disabled.has(`skill:${name}`) || ignored?.(name)) return false;
    return included === undefined || included(name);
  });
}

async function nameMatcher(globs: readonly string[] | undefined): Promise<((name: string) => boolean) | undefined> {
  if (!globs || globs.length === 0) return undefined;
  const { default: picomatch } = await import("picomatch");
  return picomatch([...globs]);
}
