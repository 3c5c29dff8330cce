import type { Model, ModelThinkingLevel } from "@tau/ai";
import { ownValue } from "@tau/ai";
import { currentReference, earlierProviderNames, withCurrentNames } from "../auth/provider-names.ts";
import { getAgentDir } from "../paths/index.ts";
import { SettingsWithAccessors } from "./accessors.ts";
import type { Settings } from "./schema/index.ts";
import type { SettingValue } from "./setting-path.ts";
import type { SettingsStoreOptions } from "./settings-store.ts";
import { FileSettingsStorage, InMemorySettingsStorage, type SettingsStorage } from "./storage.ts";
import { readVariable, type TerminalOverrides, terminalVariables } from "./terminal-variables.ts";

export type SettingsManagerCreateOptions = SettingsStoreOptions;
export type PackageSource = NonNullable<Settings["packages"]>[number];
export type WarningSettings = NonNullable<Settings["warnings"]>;

type ModelReference = Pick<Model, "provider" | "id">;
type ResourceList = "extensions" | "skills" | "prompts" | "themes";

/** Settings as extensions and programs see them: a getter and a setter per setting. */
export class SettingsManager extends SettingsWithAccessors {
  static create(cwd: string, agentDir = getAgentDir(), options: SettingsManagerCreateOptions = {}): SettingsManager {
    return new SettingsManager(new FileSettingsStorage(cwd, agentDir), options);
  }

  static fromStorage(storage: SettingsStorage, options: SettingsManagerCreateOptions = {}): SettingsManager {
    return new SettingsManager(storage, options);
  }

  /** Touches no disk. */
  static inMemory(settings: Partial<Settings> = {}, options: SettingsManagerCreateOptions = {}): SettingsManager {
    return new SettingsManager(new InMemorySettingsStorage(settings), options);
  }

  setDefaultModelAndProvider(provider: string, modelId: string): void {
    this.set("defaultProvider", provider);
    this.set("defaultModel", modelId);
  }

  getModelThinkingLevel(provider: string, modelId: string): ModelThinkingLevel | undefined {
    return this.getAllModelThinkingLevels()[`${provider}/${modelId}`];
  }

  getAllModelThinkingLevels(): Record<string, ModelThinkingLevel> {
    return withCurrentNames(this.get("modelThinkingLevels") ?? {}, currentReference);
  }

  setModelThinkingLevel(provider: string, modelId: string, level: ModelThinkingLevel): void {
    this.change("global", ["modelThinkingLevels", `${provider}/${modelId}`], level);
  }

  removeModelThinkingLevel(provider: string, modelId: string): void {
    for (const name of [provider, ...earlierProviderNames(provider)])
      this.change("global", ["modelThinkingLevels", `${name}/${modelId}`], undefined);
  }

  getThemeSetting(): string | undefined {
    return this.get("theme");
  }

  getDefaultTools(): string[] | undefined {
    return this.get("defaultTools");
  }

  setEnabledModels(patterns: string[] | undefined): void {
    this.set("enabledModels", patterns);
  }

  getCompactionSettings(model?: ModelReference): { enabled: boolean; reserveTokens: number; keepRecentTokens: number } {
    const overrides = withCurrentNames(this.get("compaction.modelOverrides") ?? {}, currentReference);
    const own = model && overrides[`${model.provider}/${model.id}`];
    return {
      enabled: this.get("compaction.enabled"),
      reserveTokens: own?.reserveTokens ?? this.get("compaction.reserveTokens"),
      keepRecentTokens: own?.keepRecentTokens ?? this.get("compaction.keepRecentTokens"),
    };
  }

  getCompactionReserveTokens(model?: ModelReference): number {
    return this.getCompactionSettings(model).reserveTokens;
  }

  getCompactionKeepRecentTokens(model?: ModelReference): number {
    return this.getCompactionSettings(model).keepRecentTokens;
  }

  getBranchSummarySettings(): { reserveTokens: number; skipPrompt: boolean } {
    return { reserveTokens: this.get("branchSummary.reserveTokens"), skipPrompt: this.get("branchSummary.skipPrompt") };
  }

  getRetrySettings(): { enabled: boolean; maxRetries: number; baseDelayMs: number; maxAgentDelayMs: number } {
    return {
      enabled: this.get("retry.enabled"),
      maxRetries: this.get("retry.maxRetries"),
      baseDelayMs: this.get("retry.baseDelayMs"),
      maxAgentDelayMs: this.get("retry.maxAgentDelayMs"),
    };
  }

  getProviderRetrySettings(): { timeoutMs: number; maxRetries: number; maxRetryDelayMs: number } {
    return {
      timeoutMs: this.get("retry.provider.timeoutMs") ?? this.getHttpIdleTimeoutMs(),
      maxRetries: this.get("retry.provider.maxRetries"),
      maxRetryDelayMs: this.get("retry.provider.maxRetryDelayMs"),
    };
  }

  /** 0 where the limit is off. */
  getHttpIdleTimeoutMs(): number {
    return milliseconds(this.get("httpIdleTimeoutMs"));
  }

  setHttpIdleTimeoutMs(timeoutMs: number): void {
    this.set("httpIdleTimeoutMs", timeoutMs);
  }

  getWebSocketConnectTimeoutMs(): number {
    return milliseconds(this.get("websocketConnectTimeoutMs"));
  }

  getExternalEditorCommand(env: Record<string, string | undefined> = process.env): string {
    const fallback = process.platform === "win32" ? "notepad" : "nano";
    return this.get("externalEditor") || env.VISUAL || env.EDITOR || fallback;
  }

  /** What the user fixed about the terminal, in the settings or else in the environment; what is left to detection is absent. */
  getTerminalCapabilityOverrides(env: Record<string, string | undefined> = process.env): TerminalOverrides {
    const { hyperlinks, images, trueColor } = this.get("terminal") ?? {};
    return {
      ...terminalVariables(env),
      ...(typeof hyperlinks === "boolean" ? { hyperlinks } : {}),
      ...(images === undefined || images === "auto" ? {} : { images: images || null }),
      ...(typeof trueColor === "boolean" ? { trueColor } : {}),
    };
  }

  /** Where the settings do not say, a variable may. */
  isHardwareCursorShown(env: Record<string, string | undefined> = process.env): boolean {
    return this.getSettings().showHardwareCursor ?? readVariable(env, "HARDWARE_CURSOR") === "1";
  }

  getWarnings(): WarningSettings {
    return { anthropicExtraUsage: this.get("warnings.anthropicExtraUsage") };
  }

  setWarnings(warnings: WarningSettings): void {
    this.set("warnings", warnings);
  }

  getExtensionChangelogVersion(key: string): string | undefined {
    return ownValue(this.get("extensionChangelogVersions"), key);
  }

  setExtensionChangelogVersion(key: string, version: string): void {
    this.change("global", ["extensionChangelogVersions", key], version);
  }

  /** A random number that tells this installation from others; made when it is first asked for. */
  getOrCreateDeviceId(): string {
    const known = this.get("deviceId");
    if (known) return known;
    const created = crypto.randomUUID();
    this.set("deviceId", created);
    return created;
  }

  getPackages(): PackageSource[] {
    return this.get("packages") ?? [];
  }

  setPackages(packages: PackageSource[]): void {
    this.set("packages", packages);
  }

  setProjectPackages(packages: PackageSource[]): void {
    this.set("packages", packages, "project");
  }

  getExtensionPaths(): string[] {
    return this.resourcePaths("extensions");
  }

  setExtensionPaths(paths: string[]): void {
    this.set("extensions", paths);
  }

  setProjectExtensionPaths(paths: string[]): void {
    this.set("extensions", paths, "project");
  }

  getSkillPaths(): string[] {
    return this.resourcePaths("skills");
  }

  setSkillPaths(paths: string[]): void {
    this.set("skills", paths);
  }

  setProjectSkillPaths(paths: string[]): void {
    this.set("skills", paths, "project");
  }

  getPromptTemplatePaths(): string[] {
    return this.resourcePaths("prompts");
  }

  setPromptTemplatePaths(paths: string[]): void {
    this.set("prompts", paths);
  }

  setProjectPromptTemplatePaths(paths: string[]): void {
    this.set("prompts", paths, "project");
  }

  getThemePaths(): string[] {
    return this.resourcePaths("themes");
  }

  setThemePaths(paths: string[]): void {
    this.set("themes", paths);
  }

  setProjectThemePaths(paths: string[]): void {
    this.set("themes", paths, "project");
  }

  private resourcePaths(list: ResourceList): string[] {
    return this.get(list) ?? [];
  }
}

function milliseconds(value: SettingValue<"httpIdleTimeoutMs">): number {
  return value === "disabled" ? 0 : value;
}
