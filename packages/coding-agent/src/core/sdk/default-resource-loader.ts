import { join } from "node:path";
import type { InlineExtension } from "../extensions/contract/index.ts";
import { createExtensionRuntime, type LoadExtensionsResult, loadExtensions } from "../extensions/index.ts";
import { getCacheDir } from "../paths/index.ts";
import { ResourceLoader as FileResources } from "../resources/index.ts";
import type { SettingsManager } from "../settings/index.ts";

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

/** What a program gives in place of the user's files. */
export interface ResourceLoader extends Resources {
  getExtensions?(): LoadExtensionsResult;
  extendResources(paths: never): unknown;
  reload(): Promise<void>;
}

type Override<Name extends keyof Resources> = (current: ReturnType<Resources[Name]>) => ReturnType<Resources[Name]>;

export interface DefaultResourceLoaderOptions {
  readonly cwd: string;
  readonly agentDir: string;
  readonly settingsManager?: SettingsManager;
  readonly additionalExtensionPaths?: readonly string[];
  readonly additionalSkillPaths?: readonly string[];
  readonly additionalPromptTemplatePaths?: readonly string[];
  readonly additionalThemePaths?: readonly string[];
  readonly extensionFactories?: readonly InlineExtension[];
  /** Which of the loaded extensions take part. */
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

/** The user's files, and what a program makes of them: each kind may be added to, filtered or replaced. */
export class DefaultResourceLoader extends FileResources {
  readonly extensionFactories: readonly InlineExtension[];
  private loaded: LoadExtensionsResult = nothingLoaded();
  private isTaken = true;
  private readonly overrides: DefaultResourceLoaderOptions;

  constructor(options: DefaultResourceLoaderOptions) {
    super({
      cwd: options.cwd,
      agentDir: options.agentDir,
      ...(options.settingsManager ? { settings: options.settingsManager } : {}),
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
    this.extensionFactories = options.extensionFactories ?? [];
  }

  /** Extensions too: a program may want to know of them before there is a session. */
  override async reload(): Promise<void> {
    await super.reload();
    const { cwd, agentDir } = this.overrides;
    this.loaded = await loadExtensions({
      paths: this.getExtensionPaths().items,
      inline: this.extensionFactories,
      cwd,
      cacheDir: join(getCacheDir(agentDir), "extensions"),
    });
    this.isTaken = false;
  }

  /** Those that `reload` has loaded; none before it. */
  getExtensions(): LoadExtensionsResult {
    return changed(this.loaded, this.overrides.extensionsOverride);
  }

  /** Hands the loaded extensions to a session. They serve one: the next has to load its own. */
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

function nothingLoaded(): LoadExtensionsResult {
  return { extensions: [], errors: [], runtime: createExtensionRuntime() };
}

function changed<T>(current: T, override: ((current: T) => T) | undefined): T {
  return override ? override(current) : current;
}
