import { type Model, type ModelThinkingLevel, ownValue } from "@tau/ai";
import { earlierProviderNames } from "../../core/auth/provider-names.ts";
import {
  compactionLimits,
  externalEditorCommand,
  isHardwareCursorShown,
  milliseconds,
  modelThinkingLevels,
  type PackageSource,
  requestLimits,
  retryPolicy,
  type Settings,
  type SettingsError,
  type SettingsStorage,
  SettingsStore,
  type SettingsStoreOptions,
  type TerminalOverrides,
  terminalOverrides,
} from "../../core/settings/index.ts";
import { isRefused } from "../../core/trust/refused-folders.ts";
import { SettingsWithAccessors } from "./setting-accessors.ts";

export type SettingsManagerCreateOptions = SettingsStoreOptions;
export type WarningSettings = NonNullable<Settings["warnings"]>;

type ModelReference = Pick<Model, "provider" | "id">;
type ResourceList = "extensions" | "skills" | "prompts" | "themes";
type Environment = Record<string, string | undefined>;

/** One manager per store, because programs compare the objects they get. */
const managers = new WeakMap<SettingsStore, SettingsManager>();

/**
 * Settings as pi's extensions and programs know them: a getter and a setter per setting. A program trusts the folders it names, unless it
 * passes `projectTrusted: false` or the user has refused the folder in this process.
 */
export class SettingsManager extends SettingsWithAccessors {
  static create(cwd: string, agentDir?: string, options: SettingsManagerCreateOptions = {}): SettingsManager {
    return new SettingsManager(SettingsStore.open(cwd, agentDir, { projectTrusted: !isRefused(cwd), ...options }));
  }

  static fromStorage(storage: SettingsStorage, options: SettingsManagerCreateOptions = {}): SettingsManager {
    return new SettingsManager(new SettingsStore(storage, { projectTrusted: true, ...options }));
  }

  /** Does not use the disk. */
  static inMemory(settings: Partial<Settings> = {}, options: SettingsManagerCreateOptions = {}): SettingsManager {
    return new SettingsManager(SettingsStore.inMemory(settings, { projectTrusted: true, ...options }));
  }

  static of(store: SettingsStore): SettingsManager {
    return managers.get(store) ?? new SettingsManager(store);
  }

  constructor(store: SettingsStore) {
    super(store);
    managers.set(store, this);
  }

  getSettings(): Settings {
    return this.store.getSettings();
  }

  getGlobalSettings(): Settings {
    return this.store.getGlobalSettings();
  }

  getProjectSettings(): Settings {
    return this.store.getProjectSettings();
  }

  isProjectTrusted(): boolean {
    return this.store.isProjectTrusted();
  }

  setProjectTrusted(trusted: boolean): void {
    this.store.setProjectTrusted(trusted);
  }

  async reload(): Promise<void> {
    await this.store.reload();
  }

  applyOverrides(overrides: Partial<Settings>): void {
    this.store.applyOverrides(overrides);
  }

  async flush(): Promise<void> {
    await this.store.flush();
  }

  drainErrors(): SettingsError[] {
    return [...this.store.drainBroken(), ...this.store.drainErrors()];
  }

  setDefaultModelAndProvider(provider: string, modelId: string): void {
    this.store.set("defaultProvider", provider);
    this.store.set("defaultModel", modelId);
  }

  getModelThinkingLevel(provider: string, modelId: string): ModelThinkingLevel | undefined {
    return this.getAllModelThinkingLevels()[`${provider}/${modelId}`];
  }

  getAllModelThinkingLevels(): Record<string, ModelThinkingLevel> {
    return modelThinkingLevels(this.store);
  }

  setModelThinkingLevel(provider: string, modelId: string, level: ModelThinkingLevel): void {
    this.store.setAt("global", ["modelThinkingLevels", `${provider}/${modelId}`], level);
  }

  removeModelThinkingLevel(provider: string, modelId: string): void {
    for (const name of [provider, ...earlierProviderNames(provider)])
      this.store.setAt("global", ["modelThinkingLevels", `${name}/${modelId}`], undefined);
  }

  getThemeSetting(): string | undefined {
    return this.store.given("theme");
  }

  getDefaultTools(): string[] | undefined {
    return this.store.get("defaultTools");
  }

  setEnabledModels(patterns: string[] | undefined): void {
    this.store.set("enabledModels", patterns);
  }

  getCompactionSettings(model?: ModelReference): { enabled: boolean; reserveTokens: number; keepRecentTokens: number } {
    return compactionLimits(this.store, model);
  }

  getCompactionReserveTokens(model?: ModelReference): number {
    return this.getCompactionSettings(model).reserveTokens;
  }

  getCompactionKeepRecentTokens(model?: ModelReference): number {
    return this.getCompactionSettings(model).keepRecentTokens;
  }

  getBranchSummarySettings(): { reserveTokens: number; skipPrompt: boolean } {
    return {
      reserveTokens: this.store.get("branchSummary.reserveTokens"),
      skipPrompt: this.store.get("branchSummary.skipPrompt"),
    };
  }

  getRetrySettings(): { enabled: boolean; maxRetries: number; baseDelayMs: number; maxAgentDelayMs: number } {
    return retryPolicy(this.store);
  }

  /** What is not set is absent: each provider has its own. */
  getProviderRetrySettings(): { timeoutMs?: number; maxRetries?: number; maxRetryDelayMs: number } {
    const timeoutMs = this.store.given("retry.provider.timeoutMs");
    const maxRetries = this.store.given("retry.provider.maxRetries");
    return {
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(maxRetries !== undefined && { maxRetries }),
      maxRetryDelayMs: requestLimits(this.store).maxRetryDelayMs,
    };
  }

  /** Returns 0 if the limit is off. */
  getHttpIdleTimeoutMs(): number {
    return milliseconds(this.store.get("httpIdleTimeoutMs"));
  }

  setHttpIdleTimeoutMs(timeoutMs: number): void {
    this.store.set("httpIdleTimeoutMs", timeoutMs);
  }

  getWebSocketConnectTimeoutMs(): number | undefined {
    const given = this.store.given("websocketConnectTimeoutMs");
    return given === undefined ? undefined : milliseconds(given);
  }

  getExternalEditorCommand(env?: Environment): string {
    return externalEditorCommand(this.store, env);
  }

  getTerminalCapabilityOverrides(env?: Environment): TerminalOverrides {
    return terminalOverrides(this.store, env);
  }

  isHardwareCursorShown(env?: Environment): boolean {
    return isHardwareCursorShown(this.store, env);
  }

  getWarnings(): WarningSettings {
    const anthropicExtraUsage = this.store.given("warnings.anthropicExtraUsage");
    return anthropicExtraUsage === undefined ? {} : { anthropicExtraUsage };
  }

  setWarnings(warnings: WarningSettings): void {
    this.store.set("warnings", warnings);
  }

  getExtensionChangelogVersion(key: string): string | undefined {
    return ownValue(this.store.get("extensionChangelogVersions"), key);
  }

  setExtensionChangelogVersion(key: string, version: string): void {
    this.store.setAt("global", ["extensionChangelogVersions", key], version);
  }

  /** Returns a random id of this installation. Creates it at the first call. */
  getOrCreateDeviceId(): string {
    const known = this.store.get("deviceId");
    if (known) return known;
    const created = crypto.randomUUID();
    this.store.set("deviceId", created);
    return created;
  }

  getPackages(): PackageSource[] {
    return this.store.get("packages") ?? [];
  }

  setPackages(packages: PackageSource[]): void {
    this.store.set("packages", packages);
  }

  setProjectPackages(packages: PackageSource[]): void {
    this.store.set("packages", packages, "project");
  }

  getExtensionPaths(): string[] {
    return this.resourcePaths("extensions");
  }

  setExtensionPaths(paths: string[]): void {
    this.store.set("extensions", paths);
  }

  setProjectExtensionPaths(paths: string[]): void {
    this.store.set("extensions", paths, "project");
  }

  getSkillPaths(): string[] {
    return this.resourcePaths("skills");
  }

  setSkillPaths(paths: string[]): void {
    this.store.set("skills", paths);
  }

  setProjectSkillPaths(paths: string[]): void {
    this.store.set("skills", paths, "project");
  }

  getPromptTemplatePaths(): string[] {
    return this.resourcePaths("prompts");
  }

  setPromptTemplatePaths(paths: string[]): void {
    this.store.set("prompts", paths);
  }

  setProjectPromptTemplatePaths(paths: string[]): void {
    this.store.set("prompts", paths, "project");
  }

  getThemePaths(): string[] {
    return this.resourcePaths("themes");
  }

  setThemePaths(paths: string[]): void {
    this.store.set("themes", paths);
  }

  setProjectThemePaths(paths: string[]): void {
    this.store.set("themes", paths, "project");
  }

  private resourcePaths(list: ResourceList): string[] {
    return this.store.get(list) ?? [];
  }
}
