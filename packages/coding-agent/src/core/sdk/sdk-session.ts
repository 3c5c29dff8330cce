import type { AgentState, CompactionResult, QueueMode } from "@tau/agent";
import type { Model, ModelThinkingLevel } from "@tau/ai";
import type {
  ExtensionCommandContextActions,
  ExtensionErrorListener,
  ExtensionMode,
  ExtensionUIContext,
} from "../extensions/contract/index.ts";
import { AgentSession } from "../session/agent-session.ts";
import type { ModelCycleResult, ScopedModel } from "../session/model-choice.ts";
import { type ContextUsage, contextUsage } from "../session/session-stats.ts";
import { forkPoints, type NavigateOptions, type NavigateResult } from "../session/tree-navigation.ts";
import type { BashResult, ExecuteBashOptions } from "../session/user-bash.ts";

/** How a program that owns a session stands in for a mode. */
export interface SdkExtensionBindings {
  readonly uiContext?: ExtensionUIContext;
  readonly mode?: ExtensionMode;
  readonly commandContextActions?: ExtensionCommandContextActions;
  readonly shutdownHandler?: () => void;
  readonly onError?: ExtensionErrorListener;
}

/** A session with everything a program does to it as a method of its own. Each only calls the service that does it. */
export class SdkSession extends AgentSession {
  get state(): AgentState {
    return this.agent.state;
  }

  get sessionName(): string | undefined {
    return this.sessionManager.getSessionName();
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

  setModel(model: Model): Promise<void> {
    return this.choice.setModel(model);
  }

  cycleModel(direction: "forward" | "backward" = "forward"): Promise<ModelCycleResult | undefined> {
    return this.choice.cycleModel(direction);
  }

  setThinkingLevel(level: ModelThinkingLevel): void {
    this.choice.setThinkingLevel(level);
  }

  cycleThinkingLevel(): ModelThinkingLevel | undefined {
    return this.choice.cycleThinkingLevel();
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

  clearQueue(): { steering: string[]; followUp: string[] } {
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
    this.bash.abort();
  }

  navigateTree(targetId: string, options?: NavigateOptions): Promise<NavigateResult> {
    return this.branches.navigate(targetId, options);
  }

  getUserMessagesForForking(): { entryId: string; text: string }[] {
    return forkPoints(this.sessionManager);
  }

  getContextUsage(): ContextUsage | undefined {
    return contextUsage(this.messages, this.limits);
  }

  getActiveToolNames(): string[] {
    return this.tools.activeNames();
  }

  getAllTools(): { name: string; description: string; parameters: object }[] {
    return this.tools.all().map(({ tool: { name, description, parameters } }) => ({ name, description, parameters }));
  }

  /** Resolves to the path of the page. */
  async exportToHtml(outputPath = ""): Promise<string> {
    const { exportSession } = await import("../export/index.ts");
    return await exportSession(this, { path: outputPath, cwd: this.sessionManager.getCwd() });
  }

  /** Resolves to the path of the log, with its images in it. */
  async exportToJsonl(outputPath = `tau-session-${this.sessionId}.jsonl`): Promise<string> {
    return await this.exportToHtml(outputPath.endsWith(".jsonl") ? outputPath : `${outputPath}.jsonl`);
  }

  /** Joins the extensions to this program, and tells them that their session is there. */
  async bindExtensions(bindings: SdkExtensionBindings = {}): Promise<void> {
    const { mode = "print", uiContext, commandContextActions, shutdownHandler, onError } = bindings;
    await this.extensions?.start({
      mode,
      ui: uiContext,
      commands: commandContextActions,
      shutdown: shutdownHandler,
      onError,
    });
  }

  async reload(): Promise<void> {
    await this.extensions?.reload();
  }
}
