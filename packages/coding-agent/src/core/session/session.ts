import {
  type Agent,
  type AgentEvent,
  type AgentMessage,
  type ContextEnd,
  type CustomMessage,
  hasUsage,
  type SessionLog,
} from "@tau/agent";
import {
  type AssistantMessage,
  cleanupSessionResources,
  type ImageContent,
  type Model,
  type ModelThinkingLevel,
  type Usage,
} from "@tau/ai";
import type { SessionExtensions } from "../extensions/session/session-extensions.ts";
import type { SessionPermission } from "../permission/session-permission.ts";
import { buildSystemPrompt, type SystemPromptInput } from "../prompt/system-prompt.ts";
import type { UrlScheme } from "../tools/index.ts";
import { SessionCompactor } from "./compaction/session-compactor.ts";
import {
  PromptIntake,
  type PromptOptions,
  type QueuedInputDisposition,
  type QueueOptions,
  sessionEnded,
} from "./input/prompt-intake.ts";
import { PromptQueue, type TakenBack } from "./input/prompt-queue.ts";
import { UserBash } from "./input/user-bash.ts";
import type { Recorder } from "./log/recorder.ts";
import { type ContextUsage, contextUsage, type SessionStats, sessionStats } from "./log/session-stats.ts";
import { ModelChoice } from "./model/model-choice.ts";
import { promoteModel } from "./model/promote-model.ts";
import { SessionJournals } from "./recover/session-journals.ts";
import { BranchLeaving } from "./replace/branch-leaving.ts";
import { answerText } from "./run/answer-text.ts";
import { AutoRetry } from "./run/auto-retry.ts";
import type { CacheWarmer } from "./run/cache-warming/cache-warmer.ts";
import { RateLimitFallback } from "./run/rate-limit-fallback.ts";
import { SessionRuns } from "./run/session-runs.ts";
import type { AgentSessionEvent, AgentSessionEventListener } from "./session-event.ts";
import type { SessionEvents } from "./session-events.ts";
import type { SessionParts } from "./session-parts.ts";
import { restoreFound } from "./tools/found-tools.ts";
import type { ToolSet } from "./tools/tool-set.ts";

/** One session: its log, its agent and the small services around them. It only connects them; each makes its own decisions. */
export class Session {
  readonly agent: Agent;
  readonly log: SessionLog;
  readonly tools: ToolSet;
  readonly choice: ModelChoice;
  readonly queue: PromptQueue;
  readonly retry: AutoRetry;
  readonly compaction: SessionCompactor;
  readonly journals: SessionJournals;
  readonly extensions: SessionExtensions | undefined;
  /** URL schemes that the client of this session serves; the tools read this list. */
  readonly clientUrls: UrlScheme[];
  /** Continues in a session that starts with the document and sends the queued messages there. If absent, this session is compacted instead. */
  onHandoff: ((document: string, waiting: TakenBack) => Promise<void>) | undefined;
  private readonly events: SessionEvents;
  private readonly recorder: Recorder;
  private readonly parts: SessionParts;
  private readonly runs: SessionRuns;
  private readonly intake: PromptIntake;
  private leaving: BranchLeaving | undefined;
  private userBash: UserBash | undefined;
  private isClosed = false;

  constructor(parts: SessionParts) {
    const { agent, log, hooks } = parts;
    this.parts = parts;
    this.agent = agent;
    this.log = log;
    this.tools = parts.tools;
    this.extensions = parts.extensions;
    this.clientUrls = parts.clientUrls ?? [];
    const { events } = parts;
    this.events = events;
    this.recorder = parts.recorder;
    this.retry = new AutoRetry(parts.retrySettings, events);
    this.choice = new ModelChoice({ agent, log, events, onChange: hooks.onModelChange?.bind(hooks), ...parts.models });
    this.queue = new PromptQueue(agent, events);
    this.journals = new SessionJournals(log, this.queue);
    this.compaction = this.createCompactor(parts);
    const { retry, compaction } = this;
    const emit = (event: AgentSessionEvent) => this.emit(event);
    const { rateLimits: source } = parts;
    const fallback = source && new RateLimitFallback({ source, choice: this.choice, events });
    this.runs = new SessionRuns({
      agent,
      retry,
      fallback,
      compaction,
      hooks,
      emit,
      cannotRecord: () => this.storageFailure !== undefined,
      afterRun: () => parts.snapshots?.made?.afterRun(),
      onSettled: () => this.userBash?.flush(),
      afterSettled: () => this.handOver(),
    });
    const { queue, runs } = this;
    const { expand, checkModel, fitImages, prepareTools } = parts;
    this.intake = new PromptIntake({
      ...{ agent, log, hooks, queue, runs, expand, checkModel, fitImages, prepareTools },
      isClosed: () => this.isClosed,
      isCompacting: () => compaction.isRunning,
      model: () => this.model,
      refreshTools: () => this.refreshTools(),
      beforePrompt: () => {
        compaction.reset();
        this.recorder.forgetFailure();
      },
      makeRoom: () => compaction.beforePrompt(),
      takeWaiting: () => this.userBash?.flush(),
      journalsReady: () => this.journals.ready(),
    });
    agent.subscribe((event) => this.onAgentEvent(event));
    this.refreshTools();
  }

  /** The commands that the user runs. */
  get bash(): UserBash {
    const { agent, log, events, hooks, bash: operations } = this.parts;
    this.userBash ??= new UserBash({ agent, log, events, operations, hooks, isIdle: () => this.isIdle });
    return this.userBash;
  }

  get branches(): BranchLeaving {
    const { agent, log, hooks, branchSummaryReserve: reserveTokens } = this.parts;
    this.leaving ??= new BranchLeaving({
      ...{ agent, log, hooks, reserveTokens },
      retry: () => this.retry.policy,
      emit: (event) => this.emit(event),
      isIdle: () => this.isIdle && !this.compaction.isRunning,
      moved: () => restoreFound(this),
    });
    return this.leaving;
  }

  get messages(): AgentMessage[] {
    return this.agent.state.messages;
  }

  get hasMessages(): boolean {
    return this.agent.hasLoadedMessages ? this.messages.length > 0 : this.log.hasMessages();
  }

  /** Returns the last messages, at least as many as `isEnough` requires. If the conversation is not loaded yet, reads only this part of the log. */
  recentMessages(isEnough: (messages: readonly AgentMessage[]) => boolean): ContextEnd {
    if (!this.agent.hasLoadedMessages) return this.log.readContextEnd(isEnough);
    return { messages: this.messages, before: 0 };
  }

  /** Returns how full the context window of a model is. Default: the model whose limits apply. */
  contextUsage(model: Model = this.limits): ContextUsage | undefined {
    return contextUsage(this.recentMessages((messages) => messages.some(hasUsage)).messages, model);
  }

  /** Decides what the model may do. */
  get permission(): SessionPermission {
    return this.parts.permission;
  }

  /** The tool calls that run now. */
  get runningCalls(): SessionParts["runningCalls"] {
    return this.parts.runningCalls;
  }

  get toolPorts(): SessionParts["toolPorts"] {
    return this.parts.toolPorts;
  }

  get remote(): SessionParts["remote"] {
    return this.parts.remote;
  }

  /** The recorded files, for undo. Absent if files are not recorded. */
  get snapshots(): SessionParts["snapshots"] {
    return this.parts.snapshots;
  }

  /** Creates other sessions. Absent if a program assembled this session from its own parts. */
  get createSession(): SessionParts["createSession"] {
    return this.parts.createSession;
  }

  get model(): Model {
    return this.choice.model;
  }

  /** The model whose limits apply: for a virtual model, the one that answered last. */
  get limits(): Model {
    return this.parts.limits?.() ?? this.model;
  }

  get thinkingLevel(): ModelThinkingLevel {
    return this.choice.thinkingLevel;
  }

  get systemPrompt(): string {
    return this.agent.state.systemPrompt;
  }

  get sessionFile(): string | undefined {
    return this.log.getSessionFile();
  }

  get sessionId(): string {
    return this.log.getSessionId();
  }

  get isStreaming(): boolean {
    return this.agent.state.isStreaming;
  }

  /** Whether neither a run nor anything that follows it automatically is active. */
  get isIdle(): boolean {
    return this.runs.isIdle;
  }

  /** The error with which the log rejected a write, if that ended a run. */
  get storageFailure(): Error | undefined {
    return this.recorder.failure;
  }

  /** Subscribes to events. Unless `isShown` is false, everything sent from then on counts as shown to the user and is preserved across a crash. */
  subscribe(listener: AgentSessionEventListener, { isShown = true } = {}): () => void {
    if (isShown) void this.journals.open().catch(this.parts.onListenerError);
    return this.events.subscribe(listener);
  }

  /** Queues the messages again that a crash left in the queue. They are delivered with the next run. */
  async restoreQueue(): Promise<void> {
    const left = await this.journals.takeLeft();
    if (left) this.queue.restore(left);
  }

  setActiveToolsByName(names: readonly string[]): void {
    this.tools.activate(names);
    this.refreshTools();
  }

  /** Updates the agent after the set of tools or their descriptions have changed. */
  refreshTools(): void {
    this.agent.state.tools = this.tools.declaredTools().map(({ tool }) => tool);
    this.agent.state.systemPrompt = buildSystemPrompt(this.promptInput());
  }

  promptInput(): SystemPromptInput {
    return this.parts.promptInput(this.tools);
  }

  setSessionName(name: string): void {
    this.log.appendSessionInfo(name);
    this.events.emit({ type: "session_info_changed", name: this.log.getSessionName() });
  }

  getSessionStats(): SessionStats {
    return sessionStats(this.log, this.messages, this.limits);
  }

  /** Writes the model and the thinking level to a log that names none yet, so that a later resume finds them. */
  recordInitialChoice(): void {
    const { log, model } = this;
    if (log.getReadOnlyReason()) return;
    log.appendModelChange(model.provider, model.id);
    if (log.getChosenThinkingLevel() === undefined) log.appendThinkingLevelChange(this.thinkingLevel);
  }

  /** Returns the text of the latest answer that has any. */
  getLastAssistantText(): string | undefined {
    const answer = this.messages.findLast((message) => message.role === "assistant" && answerText(message) !== "");
    return answer?.role === "assistant" ? answerText(answer) : undefined;
  }

  /** Runs a prompt to its end, including automatic retries and continuations. Does not throw if the run fails: see `lastFailure`. */
  async prompt(text: string, options: PromptOptions = {}): Promise<void> {
    if (this.isClosed) throw sessionEnded();
    await this.intake.prompt(text, options);
  }

  /** Queues a message for delivery after the tool calls of the current turn. */
  steer(
    text: string,
    images: readonly ImageContent[] = [],
    options: QueueOptions = {},
  ): Promise<QueuedInputDisposition> {
    return this.intake.queue("steer", text, images, options);
  }

  /** Queues a message for delivery when the run would otherwise end. */
  followUp(
    text: string,
    images: readonly ImageContent[] = [],
    options: QueueOptions = {},
  ): Promise<QueuedInputDisposition> {
    return this.intake.queue("followUp", text, images, options);
  }

  /** Runs the queued messages, if there are any: a run that was stopped leaves them in the queue. */
  async runQueued(): Promise<void> {
    if (this.isIdle && !this.isClosed && this.agent.hasQueuedMessages())
      await this.runs.run(() => this.agent.continue());
  }

  /** Runs a message that an extension sent, not the user. */
  async runMessage(message: CustomMessage): Promise<void> {
    await this.intake.runMessage(message);
  }

  /** Adds a message of an extension to the conversation for the next run. It is shown at once. */
  appendCustomMessage(message: CustomMessage): void {
    this.recorder.recordMessage(message);
    this.agent.state.messages = [...this.messages, message];
    for (const type of ["message_start", "message_end"] as const) this.events.emit({ type, message });
  }

  /** Stores state of an extension in the log; the model never sees it. */
  appendCustomEntry(customType: string, data?: unknown): void {
    this.recorder.recordCustom(customType, data);
  }

  /** Stops the run, its retries and its tools, and resolves when they have stopped. */
  async abort(): Promise<void> {
    this.leaving?.abort();
    await this.runs.abort();
  }

  waitForIdle(): Promise<void> {
    return this.runs.waitForIdle();
  }

  /** Returns the answer that ended the last run, if it failed. */
  lastFailure(): AssistantMessage | undefined {
    return this.runs.lastFailure();
  }

  /** Records usage of a model outside the conversation. */
  recordUsage(kind: string, { provider, id }: Model, usage: Usage): void {
    this.recorder.recordUsage(kind, provider, id, usage);
  }

  /** When the cached prompt is refreshed next, and what the decision would be now. */
  get nextWarming(): ReturnType<CacheWarmer["next"]> {
    return this.parts.warming?.next();
  }

  async dispose(): Promise<void> {
    this.isClosed = true;
    this.parts.warming?.stop();
    this.parts.unfollowSettings?.();
    const commandsEnded = this.userBash?.abort();
    this.compaction.abort();
    try {
      if (!this.isIdle) await this.abort();
    } finally {
      await commandsEnded;
      await this.release();
    }
  }

  /** Closes all parts, even if one of them throws. */
  private async release(): Promise<void> {
    try {
      this.userBash?.flush();
    } finally {
      await this.shutDown();
    }
  }

  private async shutDown(): Promise<void> {
    try {
      await this.extensions?.shutdown({ reason: "quit" });
    } finally {
      this.journals.close();
      this.events.clear();
      this.log.close();
      cleanupSessionResources(this.sessionId);
    }
  }

  private createCompactor(parts: SessionParts): SessionCompactor {
    const { agent, log, hooks } = parts;
    return new SessionCompactor({
      agent,
      log,
      emit: (event) => this.emit(event),
      limits: () => this.limits,
      settings: parts.compactionSettings,
      retry: () => this.retry.policy,
      hooks,
      promotions: parts.promotions ?? (async () => []),
      summaryModels: parts.summaryModels ?? (async () => []),
      promote: (model) => promoteModel(model, this.choice, this.events),
      stopRun: async () => {
        if (this.runs.isRunning) await this.runs.abort();
      },
      canHandOver: () => this.onHandoff !== undefined,
      onAloneEnd: () => setImmediate(() => void this.runQueued().catch(parts.onListenerError)),
    });
  }

  private async handOver(): Promise<void> {
    const document = this.compaction.takeHandoff();
    if (document !== undefined) await this.onHandoff?.(document, this.queue.clear());
  }

  private onAgentEvent(event: AgentEvent): void | Promise<void> {
    if (event.type === "message_start") this.queue.delivered(event.message);
    if (event.type === "message_end" && event.message.role === "assistant") this.retry.answered(event.message);
    return this.emit(event.type === "agent_end" ? { ...event, willRetry: this.runs.willRetry() } : event);
  }

  /** Notifies extensions, then subscribers. Most events are deltas that no hook waits for; for these no promise is created. */
  emit(event: AgentSessionEvent): void | Promise<void> {
    const notified = this.parts.hooks.onEvent?.(event);
    if (notified instanceof Promise) return notified.then(() => this.events.emit(event));
    this.events.emit(event);
  }
}
