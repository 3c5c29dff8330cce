import type { Agent, AgentMessage, AgentState, AgentTool, CompactionResult, QueueMode } from "@tau/agent";
import type { AssistantMessage, ImageContent, Model, ModelThinkingLevel } from "@tau/ai";
import type {
  CustomMessageDraft,
  ReplacedSessionContext,
  SendMessageOptions,
  SendUserMessageOptions,
  ToolDefinition,
  ToolInfo,
} from "../../core/extensions/contract/index.ts";
import { toolInfo } from "../../core/extensions/session/tools/tool-info.ts";
import { isVirtualModel } from "../../core/models/index.ts";
import type { PromptTemplate, ResourceLoader } from "../../core/resources/index.ts";
import type { PromptOptions, QueuedInputDisposition, QueueOptions } from "../../core/session/input/prompt-intake.ts";
import type { TakenBack } from "../../core/session/input/prompt-queue.ts";
import type { BashResult, ExecuteBashOptions } from "../../core/session/input/user-bash.ts";
import type { ContextUsage, SessionStats } from "../../core/session/log/session-stats.ts";
import type { ModelCycleResult, ScopedModel } from "../../core/session/model/model-choice.ts";
import { findLatestResponse } from "../../core/session/model/virtual-selection.ts";
import { replacedContext, type SessionStart } from "../../core/session/replace/session-runtime.ts";
import { forkPoints, type NavigateOptions, type NavigateResult } from "../../core/session/replace/tree-navigation.ts";
import { Session } from "../../core/session/session.ts";
import { AgentSessionError } from "../../core/session/session-error.ts";
import type { AgentSessionEventListener } from "../../core/session/session-event.ts";
import type { Workspace } from "../../core/workspace/workspace.ts";
import {
  type AgentSessionConfig,
  type CycleDirection,
  choiceOptions,
  type ModelMutationOptions,
  type SdkExtensionBindings,
} from "./agent-session-options.ts";
import { assembleAgentSession } from "./assemble-agent-session.ts";
import { type BugReportOptions, summarizeForBugReport } from "./bug-report.ts";
import { type CacheWarmingStatus, warmingStatus } from "./cache-warming-status.ts";
import { exportHtml, exportJsonl } from "./export-session.ts";
import { ExtensionRunner } from "./extension-runner.ts";
import { ModelRuntime } from "./model-runtime.ts";
import type { CacheWarmingMode } from "./named-types.ts";
import { sendCustomMessage, sendUserMessage, type UserContent } from "./send-message.ts";
import { SessionManager } from "./session-manager.ts";
import { SettingsManager } from "./settings-manager.ts";

/** A session as programs written for pi know it. Each member calls the part of the session that does the work. */
export class AgentSession {
  /** The wrapped session. */
  readonly core: Session;
  readonly agent: Agent;
  readonly tools: Session["tools"];
  readonly choice: Session["choice"];
  readonly queue: Session["queue"];
  readonly compaction: Session["compaction"];
  readonly bash: Session["bash"];
  readonly sessionManager: SessionManager;
  readonly settingsManager: SettingsManager;
  readonly modelRuntime: ModelRuntime;
  private readonly services: Workspace;
  private readonly startedBy: SessionStart | undefined;

  constructor(config: AgentSessionConfig);
  /** `startedBy` says why the session was started. Extensions receive it when they are bound. */
  constructor(core: Session, services: Workspace, startedBy?: SessionStart);
  constructor(given: Session | AgentSessionConfig, of?: Workspace, startedBy?: SessionStart) {
    const { core, services } =
      given instanceof Session && of
        ? { core: given, services: of }
        : assembleAgentSession(given as AgentSessionConfig);
    this.core = core;
    this.agent = core.agent;
    this.tools = core.tools;
    this.choice = core.choice;
    this.queue = core.queue;
    this.compaction = core.compaction;
    this.bash = core.bash;
    this.sessionManager = SessionManager.of(core.log);
    this.settingsManager = SettingsManager.of(services.settings);
    this.modelRuntime = ModelRuntime.of(services.models);
    this.services = services;
    this.startedBy = startedBy;
    if (given instanceof Session) return;
    this.startedBy = given.sessionStartEvent;
    if (given.extensionRunnerRef) given.extensionRunnerRef.current = this.extensionRunner;
  }

  get messages(): AgentMessage[] {
    return this.core.messages;
  }

  get model(): Model {
    return this.core.model;
  }

  get thinkingLevel(): ModelThinkingLevel {
    return this.core.thinkingLevel;
  }

  get systemPrompt(): string {
    return this.core.systemPrompt;
  }

  get sessionFile(): string | undefined {
    return this.core.sessionFile;
  }

  get sessionId(): string {
    return this.core.sessionId;
  }

  get isStreaming(): boolean {
    return this.core.isStreaming;
  }

  get isIdle(): boolean {
    return this.core.isIdle;
  }

  subscribe(listener: AgentSessionEventListener, options?: { isShown?: boolean }): () => void {
    return this.core.subscribe(listener, options);
  }

  setActiveToolsByName(names: readonly string[]): void {
    this.core.setActiveToolsByName(names);
  }

  setSessionName(name: string): void {
    this.core.setSessionName(name);
  }

  getSessionStats(): SessionStats {
    return this.core.getSessionStats();
  }

  getLastAssistantText(): string | undefined {
    return this.core.getLastAssistantText();
  }

  prompt(text: string, options?: PromptOptions): Promise<void> {
    return this.core.prompt(text, options);
  }

  steer(text: string, images?: readonly ImageContent[], options?: QueueOptions): Promise<QueuedInputDisposition> {
    return this.core.steer(text, images, options);
  }

  followUp(text: string, images?: readonly ImageContent[], options?: QueueOptions): Promise<QueuedInputDisposition> {
    return this.core.followUp(text, images, options);
  }

  abort(): Promise<void> {
    return this.core.abort();
  }

  waitForIdle(): Promise<void> {
    return this.core.waitForIdle();
  }

  lastFailure(): AssistantMessage | undefined {
    return this.core.lastFailure();
  }

  dispose(): Promise<void> {
    return this.core.dispose();
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
    return this.core.log.getSessionName();
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
    return this.core.retry.isWaiting;
  }

  get retryAttempt(): number {
    return this.core.retry.attempt;
  }

  get autoRetryEnabled(): boolean {
    return this.core.retry.policy.enabled;
  }

  /** Applies to this session only. */
  setAutoRetryEnabled(enabled: boolean): void {
    this.core.retry.setEnabled(enabled);
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

  /** Returns the model that answered last, if the chosen model is a virtual one that routes to others. */
  get routedModel(): ScopedModel | undefined {
    const answer = isVirtualModel(this.model) ? findLatestResponse(this.messages) : undefined;
    const model = answer && this.services.models.find(answer.provider, answer.model);
    return model && { model };
  }

  get cacheWarmingStatus(): CacheWarmingStatus | undefined {
    return warmingStatus(this.core.nextWarming, this.services.settings.get("cacheWarming"), this.isIdle);
  }

  /** Applies to later sessions too. */
  setCacheWarmingMode(mode: CacheWarmingMode): void {
    this.services.settings.set("cacheWarming", mode);
  }

  setModel(model: Model, options?: ModelMutationOptions): Promise<void> {
    return this.choice.setModel(model, "set", choiceOptions(options));
  }

  cycleModel(way: CycleDirection = "forward", options?: ModelMutationOptions): Promise<ModelCycleResult | undefined> {
    return this.choice.cycleModel(way, choiceOptions(options));
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
    this.core.branches.abort();
  }

  setAutoCompactionEnabled(enabled: boolean): void {
    this.compaction.enabled = enabled;
  }

  abortRetry(): void {
    this.core.retry.abort();
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
    return this.core.branches.navigate(targetId, options);
  }

  getUserMessagesForForking(): { entryId: string; text: string }[] {
    return forkPoints(this.core.log);
  }

  getContextUsage(): ContextUsage | undefined {
    return this.core.contextUsage();
  }

  getActiveToolNames(): string[] {
    return this.tools.activeNames();
  }

  /** Returns the names of tools that other tools may call. */
  getCallableToolNames(): string[] {
    return this.core.extensions?.awakened?.tools.callable().map(({ name }) => name) ?? this.tools.activeNames();
  }

  getAllTools(): ToolInfo[] {
    return this.core.extensions?.awakened?.tools.describe() ?? this.tools.all().map((tool) => toolInfo(tool));
  }

  /** Returns the tool as it was registered, including the renderers of an extension's tool. */
  getToolDefinition(name: string): AgentTool | ToolDefinition | undefined {
    return this.core.extensions?.registered?.getToolDefinition(name) ?? this.tools.get(name)?.tool;
  }

  /** Reads the log again after code outside the session has written to it. */
  refreshContext(): void {
    this.agent.state.messages = this.core.log.buildSessionContext().messages;
  }

  async sendCustomMessage(draft: CustomMessageDraft, options?: SendMessageOptions): Promise<void> {
    await sendCustomMessage(this.core, draft, options);
  }

  async sendUserMessage(content: UserContent, options?: SendUserMessageOptions): Promise<void> {
    await sendUserMessage(this.core, content, options);
  }

  get extensionRunner(): ExtensionRunner {
    const host = this.core.extensions?.host;
    if (!host) throw new AgentSessionError("nothing-to-do", "This session has no extensions.");
    return ExtensionRunner.of(host.generation);
  }

  createReplacedSessionContext(): ReplacedSessionContext {
    return replacedContext(this.core);
  }

  hasExtensionHandlers(eventType: string): boolean {
    return this.core.extensions?.host?.generation.hasHandlers(eventType as never) ?? false;
  }

  exportToHtml(path = "", { themeName }: { themeName?: string } = {}): Promise<string> {
    return exportHtml(this.core, this.services, { path, themeName });
  }

  /** Asks the session's model to describe what went wrong, for a report that does not contain the conversation. */
  async summarizeForBugReport(options: BugReportOptions): Promise<string> {
    return await summarizeForBugReport(this.core, options);
  }

  exportToJsonl(outputPath = `tau-session-${this.sessionId}.jsonl`): string {
    return exportJsonl(this.core, outputPath);
  }

  /** Binds the extensions to this program and starts them. */
  async bindExtensions(bindings: SdkExtensionBindings = {}): Promise<void> {
    const { mode = "print", uiContext: ui, commandContextActions: commands, onError } = bindings;
    const { abortHandler: abort, shutdownHandler: shutdown } = bindings;
    await this.core.extensions?.start({ mode, ui, commands, abort, shutdown, onError }, this.startedBy);
  }

  /** `beforeSessionStart` runs after the extensions are loaded again and before they receive any event. */
  async reload({ beforeSessionStart }: { beforeSessionStart?: () => void | Promise<void> } = {}): Promise<void> {
    await this.core.extensions?.reload(beforeSessionStart);
  }
}
