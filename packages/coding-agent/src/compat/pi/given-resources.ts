import { ResourceLoader as FileResources, type ProvidedPath, type ProvidedPaths } from "../../core/resources/index.ts";
import type { SettingsStore } from "../../core/settings/index.ts";
import type { ResourceLoader } from "./default-resource-loader.ts";
import type { LoadExtensionsResult } from "./extension-runtime.ts";

/** Resources from a program's own loader. What it does not provide stays empty. */
export class GivenResources extends FileResources {
  private readonly given: ResourceLoader;

  constructor(given: ResourceLoader, place: { cwd: string; settings: SettingsStore }) {
    super(place);
    this.given = given;
  }

  getExtensions(): LoadExtensionsResult {
    return this.given.getExtensions();
  }

  override getSkills(): ReturnType<ResourceLoader["getSkills"]> {
    return this.given.getSkills();
  }

  override getPrompts(): ReturnType<ResourceLoader["getPrompts"]> {
    return this.given.getPrompts();
  }

  override getThemes(): ReturnType<ResourceLoader["getThemes"]> {
    return this.given.getThemes();
  }

  override getAgentsFiles(): ReturnType<ResourceLoader["getAgentsFiles"]> {
    return this.given.getAgentsFiles();
  }

  override getSystemPrompt(): string | undefined {
    return this.given.getSystemPrompt();
  }

  override getSystemPromptSource(): ReturnType<ResourceLoader["getSystemPromptSource"]> {
    return this.given.getSystemPromptSource();
  }

  override getAppendSystemPrompt(): string[] {
    return this.given.getAppendSystemPrompt();
  }

  override getAppendSystemPromptSources(): ReturnType<ResourceLoader["getAppendSystemPromptSources"]> {
    return this.given.getAppendSystemPromptSources();
  }

  /** The returned function removes nothing, because the program's loader decides how long it keeps the paths. */
  override async extendResources({ skills, prompts, themes }: ProvidedPaths): Promise<() => Promise<void>> {
    const pathsOf = (paths: readonly ProvidedPath[] = []) =>
      paths.map(({ path, source: metadata }) => ({ path, metadata }));
    await this.given.extendResources({
      skillPaths: pathsOf(skills),
      promptPaths: pathsOf(prompts),
      themePaths: pathsOf(themes),
    });
    return async () => undefined;
  }

  override async reload(): Promise<void> {
    await this.given.reload();
  }
}
