import type { AgentState, AgentTool, CompactionResult, CustomMessage, QueueMode } from "@tau/agent";
import { contentText, type ImageContent, type Model, type ModelThinkingLevel, type TextContent } from "@tau/ai";
import type { ExtensionRunner } from "../../compat/pi/extension-runner.ts";
import type { SessionManager } from "../../compat/pi/session-manager.ts";
import type { SettingsManager } from "../../compat/pi/settings-manager.ts";
import { writeExport } from "../export/write-export.ts";
import type {
  CustomMessageDraft,
  ExtensionCommandContextActions,
  ExtensionErrorListener,
  ExtensionMode,
  ExtensionUIContext,
  ReplacedSessionContext,
  SendMessageOptions,
  SendUserMessageOptions,
  SessionStartEvent,
  ToolDefinition,
  ToolInfo,
} from "../extensions/contract/index.ts";
import type { AwakeExtensions } from "../extensions/session/awake-extensions.ts";
import { toolInfo } from "../extensions/session/tool-info.ts";
import { isVirtualModel } from "../models/index.ts";
import { resolveFrom } from "../paths/index.ts";
import type { PromptTemplate, ResourceLoader } from "../resources/index.ts";
import type { TakenBack } from "../session/input/prompt-queue.ts";
import type { BashResult, ExecuteBashOptions } from "../session/input/user-bash.ts";
import type { ContextUsage } from "../session/log/session-stats.ts";
import type { ChoiceOptions, ModelCycleResult, ScopedModel } from "../session/model/model-choice.ts";
import { findLatestResponse } from "../session/model/virtual-selection.ts";
import { forkPoints, type NavigateOptions, type NavigateResult } from "../session/replace/tree-navigation.ts";
import { Session } from "../session/session.ts";
import { AgentSessionError } from "../session/session-error.ts";
import type { SessionParts } from "../session/session-parts.ts";
import type { SessionServices } from "../session/session-services.ts";
import type { BugReportOptions } from "./bug-report.ts";
import { type CacheWarmingStatus, warmingStatus } from "./cache-warming-status.ts";
import type { ModelRuntime } from "./model-runtime.ts";
import type { CacheWarmingMode } from "./named-types.ts";

/** How a program that owns a session stands in for a mode. */
export interface SdkExtensionBindings {
  readonly uiContext?: ExtensionUIContext;
  readonly mode?: ExtensionMode;
  readonly commandContextActions?: ExtensionCommandContextActions;
  /** Stops the run for an extension. Default: the session does. */
  readonly abortHandler?: () => void;
  readonly shutdownHandler?: () => void;
  readonly onError?: ExtensionErrorListener;
}

export interface ModelMutationOptions {
  /** Also the default of later sessions. */
  readonly persist?: boolean;
}

/** What a session is made of, by the names that programs use. */
export interface AgentSessionConfig extends Omit<SessionParts, "log"> {
  readonly sessionManager: SessionManager;
}

/** Log and settings as programs written for pi know them. */
export interface SessionShapes {
  readonly sessionManager: SessionManager;
  readonly settingsManager: SettingsManager;
}

/** A session with everything a program does to it as a method of its own. Each only calls the service that does it. */
export class SdkSession extends Session {
  /** How the session came to be, as its extensions are told when they are bound. */
  startEvent: SessionStartEvent | undefined;
  /** Set by the program that made the session. */
  shapes: SessionShapes | undefined;
  private readonly services: SessionServices;

  constructor(parts: SessionParts, services: SessionServices) {
    super(parts);
    this.services = services;
  }

  /** The log, as programs and extensions know it: either brings one. Throws where neither is there, so that a plain run need not load it. */
  get sessionManager(): SessionManager {
    return (this.shapes ?? this.loadedExtensions()).sessionManager;
  }

  get settingsManager(): SettingsManager {
    return (this.shapes ?? this.loadedExtensions()).settingsManager;
  }

  /** A program brings it, and extensions come with one. Throws where neither is there, so that a plain run need not load it. */
  get modelRuntime(): ModelRuntime {
    return this.services.modelRuntime ?? this.loadedExtensions().modelRuntime;
  }

  get resourceLoader(): ResourceLoader {
    return this.services.resources;
  }

  get promptTemplates(): readonly PromptTemplate[] {
    return this.services.resources.getPrompts().prompts;
  }

  get state(): AgentState {
    return this.agent.state;
  }

  get sessionName(): string | undefined {
    return this.log.getSessionName();
  }

  get steeringMode(): QueueMode {
    return this.agent.steeringMode;
  }

  get followUpMode(): QueueMode {
    return this.agent.followUpMode;
  }

  get isCompacting(): boolean {
    return this.compaction.isRunning;
  }

  get isRetrying(): boolean {
    return this.retry.isWaiting;
  }

  get retryAttempt(): number {
    return this.retry.attempt;
  }

  get autoRetryEnabled(): boolean {
    return this.retry.policy.enabled;
  }

  /** For this session alone. */
  setAutoRetryEnabled(enabled: boolean): void {
    this.retry.setEnabled(enabled);
  }

  get isBashRunning(): boolean {
    return this.bash.isRunning;
  }

  get hasPendingBashMessages(): boolean {
    return this.bash.hasWaiting;
  }

  get pendingMessageCount(): number {
    return this.queue.length;
  }

  get scopedModels(): readonly ScopedModel[] {
    return this.choice.scoped;
  }

  get autoCompactionEnabled(): boolean {
    return this.compaction.isAutomatic;
  }

  setScopedModels(models: readonly ScopedModel[]): void {
    this.choice.scoped = models;
  }

  /** Where the chosen model only chooses others: the one that answered last. */
  get routedModel(): ScopedModel | undefined {
    const answer = isVirtualModel(this.model) ? findLatestResponse(this.messages) : undefined;
    const model = answer && this.services.models.find(answer.provider, answer.model);
    return model && { model };
  }

  get cacheWarmingStatus(): CacheWarmingStatus | undefined {
    return warmingStatus(this.nextWarming, this.services.settings.get("cacheWarming"), this.isIdle);
  }

  /** For later sessions too. */
  setCacheWarmingMode(mode: CacheWarmingMode): void {
    this.services.settings.set("cacheWarming", mode);
  }

  setModel(model: Model, options?: ModelMutationOptions): Promise<void> {
    return this.choice.setModel(model, "set", choiceOptions(options));
  }

  cycleModel(
    direction: "forward" | "backward" = "forward",
    options?: ModelMutationOptions,
  ): Promise<ModelCycleResult | undefined> {
    return this.choice.cycleModel(direction, choiceOptions(options));
  }

  setThinkingLevel(level: ModelThinkingLevel, options?: ModelMutationOptions): void {
    this.choice.setThinkingLevel(level, choiceOptions(options));
  }

  cycleThinkingLevel(options?: ModelMutationOptions): ModelThinkingLevel | undefined {
    return this.choice.cycleThinkingLevel(choiceOptions(options));
  }

  getAvailableThinkingLevels(): ModelThinkingLevel[] {
    return this.choice.availableLevels();
  }

  supportsThinking(): boolean {
    return this.choice.availableLevels().length > 1;
  }

  setSteeringMode(mode: QueueMode): void {
    this.agent.steeringMode = mode;
  }

  setFollowUpMode(mode: QueueMode): void {
    this.agent.followUpMode = mode;
  }

  clearQueue(): TakenBack {
    return this.queue.clear();
  }

  getSteeringMessages(): readonly string[] {
    return this.queue.steering;
  }

  getFollowUpMessages(): readonly string[] {
    return this.queue.followUp;
  }

  compact(customInstructions?: string): Promise<CompactionResult> {
    return this.compaction.compact(customInstructions);
  }

  abortCompaction(): void {
    this.compaction.abort();
  }

  abortBranchSummary(): void {
    this.branches.abort();
  }

  setAutoCompactionEnabled(enabled: boolean): void {
    this.compaction.enabled = enabled;
  }

  abortRetry(): void {
    this.retry.abort();
  }

  executeBash(
    command: string,
    onChunk?: (chunk: string) => void,
    options: ExecuteBashOptions = {},
  ): Promise<BashResult> {
    return this.bash.execute(command, { ...options, ...(onChunk ? { onChunk } : {}) });
  }

  recordBashResult(command: string, result: BashResult, options?: ExecuteBashOptions): void {
    this.bash.record(command, result, options);
  }

  abortBash(): void {
    void this.bash.abort();
  }

  navigateTree(targetId: string, options?: NavigateOptions): Promise<NavigateResult> {
    return this.branches.navigate(targetId, options);
  }

  getUserMessagesForForking(): { entryId: string; text: string }[] {
    return forkPoints(this.log);
  }

  getContextUsage(): ContextUsage | undefined {
    return this.contextUsage();
  }

  getActiveToolNames(): string[] {
    return this.tools.activeNames();
  }

  /** What tools may call by themselves. */
  getCallableToolNames(): string[] {
    return this.awakeExtensions?.tools.callable().map(({ name }) => name) ?? this.tools.activeNames();
  }

  getAllTools(): ToolInfo[] {
    return this.awakeExtensions?.tools.describe() ?? this.tools.all().map((tool) => toolInfo(tool));
  }

  /** The tool as it was registered: with what draws it, where an extension brought that. */
  getToolDefinition(name: string): AgentTool | ToolDefinition | undefined {
    return this.extensions?.registered?.getToolDefinition(name) ?? this.tools.get(name)?.tool;
  }

  /** Reads the log again, after something else than the session has written to it. */
  refreshContext(): void {
    this.agent.state.messages = this.log.buildSessionContext().messages;
  }

  /** A message of the program's own: kept, delivered within a run, or the start of one. */
  async sendCustomMessage(draft: CustomMessageDraft, options: SendMessageOptions = {}): Promise<void> {
    const message: CustomMessage = { role: "custom", ...draft, timestamp: Date.now() };
    const { deliverAs = "steer", triggerTurn } = options;
    if (!this.isIdle && deliverAs === "followUp") this.agent.followUp(message);
    else if (!this.isIdle && deliverAs === "steer") this.agent.steer(message);
    else if (this.isIdle && triggerTurn && deliverAs !== "nextTurn") await this.runMessage(message);
    else this.appendCustomMessage(message);
  }

  /** A prompt in the user's name. */
  async sendUserMessage(
    content: string | (TextContent | ImageContent)[],
    { deliverAs, expandPromptTemplates = false }: SendUserMessageOptions = {},
  ): Promise<void> {
    const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
    const images = blocks.filter((block) => block.type === "image");
    const streaming = deliverAs ? { streamingBehavior: deliverAs } : {};
    await this.prompt(contentText(blocks), { images, source: "extension", expandPromptTemplates, ...streaming });
  }

  /** Throws where the session has no extensions. */
  get extensionRunner(): ExtensionRunner {
    return this.loadedExtensions().runner;
  }

  /** What code that replaced a session gets of the one that took its place. */
  createReplacedSessionContext(): ReplacedSessionContext {
    return this.loadedExtensions().createReplacedContext();
  }

  hasExtensionHandlers(eventType: string): boolean {
    return this.extensions?.host?.generation.hasHandlers(eventType as never) ?? false;
  }

  /** Resolves to the path of the page, in the colours of the theme that is named, or else of the one that is set. */
  async exportToHtml(outputPath = "", { themeName }: { themeName?: string } = {}): Promise<string> {
    const { exportSession, pageTheme } = await import("../export/index.ts");
    const { resources, settings } = this.services;
    const themes = resources.getThemes().themes.map((found) => found.theme);
    const theme = pageTheme(themeName ?? settings.get("theme"), themes);
    return await exportSession(this, { path: outputPath, cwd: this.log.getCwd(), theme });
  }

  /** What went wrong in this session, in the words of its model, for a report that does not share the conversation. */
  async summarizeForBugReport(options: BugReportOptions): Promise<string> {
    const { summarizeForBugReport } = await import("./bug-report.ts");
    return await summarizeForBugReport(this, options);
  }

  /** Writes the present branch, with its images in it, and gives the path of the file. */
  exportToJsonl(outputPath = `tau-session-${this.sessionId}.jsonl`): string {
    const path = resolveFrom(this.log.getCwd(), outputPath);
    const lines = [this.log.getHeader(), ...this.log.getBranch()];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    writeExport(path, text, this.log.getSessionFile());
    return path;
  }

  /** Joins the extensions to this program, and tells them that their session is there. */
  async bindExtensions(bindings: SdkExtensionBindings = {}): Promise<void> {
    const { mode = "print", uiContext: ui, commandContextActions: commands, onError } = bindings;
    const { abortHandler: abort, shutdownHandler: shutdown } = bindings;
    await this.extensions?.start({ mode, ui, commands, abort, shutdown, onError }, this.startEvent);
  }

  /** `beforeSessionStart` runs when the extensions are loaded anew and have heard of nothing yet. */
  async reload({ beforeSessionStart }: { beforeSessionStart?: () => void | Promise<void> } = {}): Promise<void> {
    await this.extensions?.reload(beforeSessionStart);
  }

  private get awakeExtensions(): AwakeExtensions | undefined {
    return this.extensions?.host && this.extensions.active;
  }

  private loadedExtensions(): AwakeExtensions {
    if (this.awakeExtensions) return this.awakeExtensions;
    throw new AgentSessionError("nothing-to-do", "This session has no extensions.");
  }
}

function choiceOptions({ persist = false }: ModelMutationOptions = {}): ChoiceOptions {
  return { keepDefault: !persist };
}
