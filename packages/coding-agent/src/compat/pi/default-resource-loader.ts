import { join } from "node:path";
import type { InlineExtension } from "../../core/extensions/contract/index.ts";
import { type EventBus, loadExtensions } from "../../core/extensions/index.ts";
import type { PathMetadata } from "../../core/packages/index.ts";
import { getCacheDir } from "../../core/paths/index.ts";
import { ResourceLoader as FileResources, type ProvidedPath, type ProvidedPaths } from "../../core/resources/index.ts";
import { installedPaths } from "../../core/workspace/workspace.ts";
import { createExtensionRuntime, type LoadExtensionsResult, toLoadResult } from "./extension-runtime.ts";
import { SettingsManager } from "./settings-manager.ts";

type Resources = Pick<
  FileResources,
  | "getSkills"
  | "getPrompts"
  | "getThemes"
  | "getAgentsFiles"
  | "getSystemPrompt"
  | "getSystemPromptSource"
  | "getAppendSystemPrompt"
  | "getAppendSystemPromptSources"
>;

/** A loader that a program provides instead of the user's files. */
export interface ResourceLoader extends Resources {
  getExtensions(): LoadExtensionsResult;
  extendResources(paths: ResourceExtensionPaths): unknown;
  reload(options?: ResourceLoaderReloadOptions): Promise<void>;
}

/** Paths that extensions add while a session runs. */
export interface ResourceExtensionPaths {
  skillPaths?: ExtensionResourcePath[];
  promptPaths?: ExtensionResourcePath[];
  themePaths?: ExtensionResourcePath[];
}

interface ExtensionResourcePath {
  path: string;
  metadata: PathMetadata;
}

export interface ResourceLoaderReloadOptions {
  /** Decides whether the folder is trusted. Called before any file of the folder is read. */
  resolveProjectTrust?: (input: { extensionsResult: LoadExtensionsResult }) => Promise<boolean>;
}

type Override<Name extends keyof Resources> = (current: ReturnType<Resources[Name]>) => ReturnType<Resources[Name]>;

export interface DefaultResourceLoaderOptions {
  readonly cwd: string;
  readonly agentDir: string;
  /** The home in which the folders of other agents are looked up. Default: the user's. */
  readonly home?: string;
  readonly settingsManager?: SettingsManager;
  /** Shared between the program and the extensions, in both directions. */
  readonly eventBus?: EventBus;
  readonly additionalExtensionPaths?: readonly string[];
  readonly additionalSkillPaths?: readonly string[];
  readonly additionalPromptTemplatePaths?: readonly string[];
  readonly additionalThemePaths?: readonly string[];
  readonly extensionFactories?: readonly InlineExtension[];
  /** Chooses which of the loaded extensions are used. */
  readonly extensionsOverride?: (current: LoadExtensionsResult) => LoadExtensionsResult;
  readonly noExtensions?: boolean;
  readonly noSkills?: boolean;
  readonly noPromptTemplates?: boolean;
  readonly noThemes?: boolean;
  readonly noContextFiles?: boolean;
  readonly systemPrompt?: string;
  readonly appendSystemPrompt?: readonly string[];
  readonly skillsOverride?: Override<"getSkills">;
  readonly promptsOverride?: Override<"getPrompts">;
  readonly themesOverride?: Override<"getThemes">;
  readonly agentsFilesOverride?: Override<"getAgentsFiles">;
  readonly systemPromptOverride?: Override<"getSystemPrompt">;
  readonly appendSystemPromptOverride?: Override<"getAppendSystemPrompt">;
}

/** The user's files, with the program's changes: each kind may be added to, filtered or replaced. */
export class DefaultResourceLoader extends FileResources {
  extensionFactories: readonly InlineExtension[];
  private loaded: LoadExtensionsResult = nothingLoaded();
  private isTaken = true;
  private readonly overrides: DefaultResourceLoaderOptions;
  private readonly settingsManager: SettingsManager;

  constructor(options: DefaultResourceLoaderOptions) {
    const { cwd, agentDir, settingsManager = SettingsManager.create(cwd, agentDir) } = options;
    const { store: settings } = settingsManager;
    super({
      cwd,
      agentDir,
      settings,
      ...(options.home === undefined ? {} : { home: options.home }),
      packages: () => installedPaths({ cwd, agentDir, settings }),
      additional: {
        extensions: options.additionalExtensionPaths ?? [],
        skills: options.additionalSkillPaths ?? [],
        prompts: options.additionalPromptTemplatePaths ?? [],
        themes: options.additionalThemePaths ?? [],
      },
      without: {
        extensions: options.noExtensions ?? false,
        skills: options.noSkills ?? false,
        prompts: options.noPromptTemplates ?? false,
        themes: options.noThemes ?? false,
        contextFiles: options.noContextFiles ?? false,
      },
      ...(options.systemPrompt === undefined ? {} : { systemPrompt: options.systemPrompt }),
      ...(options.appendSystemPrompt === undefined ? {} : { appendSystemPrompt: options.appendSystemPrompt }),
    });
    this.overrides = options;
    this.settingsManager = settingsManager;
    this.extensionFactories = options.extensionFactories ?? [];
  }

  /** Loads the extensions too, because a program may need them before there is a session. */
  override async reload({ resolveProjectTrust }: ResourceLoaderReloadOptions = {}): Promise<void> {
    if (resolveProjectTrust) {
      const extensionsResult = await this.loadProjectTrustExtensions();
      this.settingsManager.setProjectTrusted(await resolveProjectTrust({ extensionsResult }));
    }
    await super.reload();
    this.loaded = await this.loadFound();
    this.isTaken = false;
  }

  /** Loads the extensions that do not come from the folder itself. They can decide whether the folder is trusted. */
  async loadProjectTrustExtensions(): Promise<LoadExtensionsResult> {
    const isTrusted = this.settingsManager.isProjectTrusted();
    this.settingsManager.setProjectTrusted(false);
    try {
      await super.reload();
      return await this.loadFound();
    } finally {
      this.settingsManager.setProjectTrusted(isTrusted);
    }
  }

  private async loadFound(): Promise<LoadExtensionsResult> {
    const { cwd, agentDir, eventBus } = this.overrides;
    const loaded = await loadExtensions({
      paths: this.getExtensionPaths().items,
      inline: this.extensionFactories,
      cwd,
      cacheDir: join(getCacheDir(agentDir), "extensions"),
      ...(eventBus ? { events: eventBus } : {}),
    });
    return toLoadResult(loaded);
  }

  override async extendResources(paths: ResourceExtensionPaths | ProvidedPaths): Promise<() => Promise<void>> {
    return await super.extendResources(isExtensionPaths(paths) ? providedPaths(paths) : paths);
  }

  /** Returns the extensions that the last `reload` loaded. Empty before the first. */
  getExtensions(): LoadExtensionsResult {
    return changed(this.loaded, this.overrides.extensionsOverride);
  }

  /** Hands the loaded extensions to a session. They serve one session only; the next must load its own. */
  takeExtensions(): LoadExtensionsResult | undefined {
    if (this.isTaken) return undefined;
    this.isTaken = true;
    return this.getExtensions();
  }

  override getSkills(): ReturnType<Resources["getSkills"]> {
    return changed(super.getSkills(), this.overrides.skillsOverride);
  }

  override getPrompts(): ReturnType<Resources["getPrompts"]> {
    return changed(super.getPrompts(), this.overrides.promptsOverride);
  }

  override getThemes(): ReturnType<Resources["getThemes"]> {
    return changed(super.getThemes(), this.overrides.themesOverride);
  }

  override getAgentsFiles(): ReturnType<Resources["getAgentsFiles"]> {
    return changed(super.getAgentsFiles(), this.overrides.agentsFilesOverride);
  }

  override getSystemPrompt(): string | undefined {
    return changed(super.getSystemPrompt(), this.overrides.systemPromptOverride);
  }

  override getAppendSystemPrompt(): string[] {
    return changed(super.getAppendSystemPrompt(), this.overrides.appendSystemPromptOverride);
  }
}

function isExtensionPaths(paths: ResourceExtensionPaths | ProvidedPaths): paths is ResourceExtensionPaths {
  return "skillPaths" in paths || "promptPaths" in paths || "themePaths" in paths;
}

function providedPaths({ skillPaths, promptPaths, themePaths }: ResourceExtensionPaths): ProvidedPaths {
  const provided = (paths: readonly ExtensionResourcePath[] = []) =>
    paths.map(({ path, metadata }): ProvidedPath => ({ path, source: metadata }));
  return { skills: provided(skillPaths), prompts: provided(promptPaths), themes: provided(themePaths) };
}

function nothingLoaded(): LoadExtensionsResult {
  return { extensions: [], errors: [], runtime: createExtensionRuntime() };
}

function changed<T>(current: T, override: ((current: T) => T) | undefined): T {
  return override ? override(current) : current;
}
