import type { Agent, AgentEvent, AgentMessage, CustomMessage, SessionManager } from "@tau/agent";
import type { AssistantMessage, ImageContent, Model, ModelThinkingLevel, RetryPolicy, Usage } from "@tau/ai";
import type { ExtensionHost } from "../extensions/session/extension-host.ts";
import type { HostedExtensions } from "../extensions/session/hosted-extensions.ts";
import { buildSystemPrompt, type SystemPromptInput } from "../prompt/system-prompt.ts";
import type { BashOperations } from "../tools/index.ts";
import { answerText } from "./answer-text.ts";
import { AutoRetry } from "./auto-retry.ts";
import { bindAgent, type SessionPermission } from "./bind-agent.ts";
import { BranchLeaving } from "./branch-leaving.ts";
import type { CacheWarmer } from "./cache-warming/cache-warmer.ts";
import type { CompactionPolicy } from "./compaction-policy.ts";
import { finishInterruptedCalls } from "./finish-interrupted-calls.ts";
import { ModelChoice, type ModelChoiceParts } from "./model-choice.ts";
import { promoteModel } from "./promote-model.ts";
import { PromptQueue } from "./prompt-queue.ts";
import { type FallbackSource, RateLimitFallback } from "./rate-limit-fallback.ts";
import { Recorder } from "./recorder.ts";
import { SessionCompactor } from "./session-compactor.ts";
import { AgentSessionError } from "./session-error.ts";
import type { AgentSessionEvent, AgentSessionEventListener } from "./session-event.ts";
import { SessionEvents } from "./session-events.ts";
import type { InputSource, RunStart, SessionHooks, SessionInput } from "./session-hooks.ts";
import { SessionRuns } from "./session-runs.ts";
import { type SessionStats, sessionStats } from "./session-stats.ts";
import type { ToolSet } from "./tool-set.ts";
import { UserBash } from "./user-bash.ts";
import { userMessage } from "./user-message.ts";

export interface AgentSessionParts {
  readonly agent: Agent;
  readonly sessionManager: SessionManager;
  readonly tools: ToolSet;
  readonly models: Pick<ModelChoiceParts, "available" | "defaults">;
  readonly hooks: SessionHooks;
  /** Where extensions take part, they are behind the hooks. */
  readonly extensions?: HostedExtensions | undefined;
  /** What to go on with when the model is rate limited; without it a run waits and tries again. */
  readonly rateLimits?: FallbackSource;
  readonly onAnswer?: (message: AssistantMessage) => void;
  /** The model whose limits hold. Default: the chosen one. */
  readonly limits?: () => Model;
  readonly retrySettings: () => RetryPolicy;
  readonly compactionSettings: (model: Model) => CompactionPolicy;
  /** Models that may take over when the window is full. */
  readonly promotions?: () => Promise<readonly Model[]>;
  readonly branchSummaryReserve: () => number;
  readonly bash: BashOperations;
  readonly permission: SessionPermission;
  /** What the system prompt is made of, for the tools that are active now. */
  readonly promptInput: (tools: ToolSet) => SystemPromptInput;
  /** Replaces skill commands and templates by what they stand for. */
  readonly expand: (text: string) => string | Promise<string>;
  /** Is there a key for the model's provider, or does it need none? */
  readonly hasCredentials: (model: Model) => Promise<boolean>;
  readonly onListenerError: (error: unknown) => void;
  /** The prompt that is kept in the vendor's cache. */
  readonly warming?: { next(): ReturnType<CacheWarmer["next"]>; stop(): void } | undefined;
}

/** What became of a text: dealt with by an extension, waiting, or the start of a run. */
export type PromptDisposition = "handled" | "queued" | "started";

/** What became of a text that was to wait. */
export type QueuedInputDisposition = Exclude<PromptDisposition, "started">;

export interface QueueOptions {
  readonly source?: InputSource;
}

export interface PromptOptions {
  readonly images?: readonly ImageContent[];
  /** What to do with the text while a run is going on. */
  readonly streamingBehavior?: "steer" | "followUp";
  readonly source?: InputSource;
  /** Whether `/skill:…` and templates mean something. Default: they do. */
  readonly expandPromptTemplates?: boolean;
  /** Told once it is known what becomes of the text, and before the run. */
  readonly preflightResult?: (disposition: PromptDisposition) => void;
}

/** One session: its log, its agent and the small services around them. It wires them; each decides for itself. */
export class AgentSession {
  readonly agent: Agent;
  readonly sessionManager: SessionManager;
  readonly tools: ToolSet;
  readonly choice: ModelChoice;
  readonly queue: PromptQueue;
  readonly retry: AutoRetry;
  readonly compaction: SessionCompactor;
  readonly bash: UserBash;
  readonly branches: BranchLeaving;
  readonly hosted: HostedExtensions | undefined;
  private readonly events: SessionEvents;
  private readonly recorder: Recorder;
  private readonly parts: AgentSessionParts;
  private readonly runs: SessionRuns;

  constructor(parts: AgentSessionParts) {
    const { agent, sessionManager: log, hooks } = parts;
    this.parts = parts;
    this.agent = agent;
    this.sessionManager = log;
    this.tools = parts.tools;
    this.hosted = parts.extensions;
    const events = new SessionEvents(parts.onListenerError);
    this.events = events;
    this.recorder = new Recorder(log, events);
    this.retry = new AutoRetry(parts.retrySettings, events);
    this.choice = new ModelChoice({ agent, log, events, onChange: hooks.onModelChange?.bind(hooks), ...parts.models });
    this.queue = new PromptQueue(agent, events);
    this.bash = new UserBash({ agent, log, events, operations: parts.bash, hooks, isIdle: () => this.isIdle });
    const isIdle = () => this.isIdle && !this.compaction.isRunning;
    this.branches = new BranchLeaving({
      agent,
      log,
      reserveTokens: parts.branchSummaryReserve,
      retry: parts.retrySettings,
      emit: (event) => this.emit(event),
      hooks,
      isIdle,
    });
    this.compaction = new SessionCompactor({
      agent,
      log,
      emit: (event) => this.emit(event),
      limits: () => this.limits,
      settings: parts.compactionSettings,
      retry: parts.retrySettings,
      hooks,
      promotions: parts.promotions ?? (async () => []),
      promote: (model) => promoteModel(model, this.choice, events),
    });
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
      onSettled: () => this.bash.flush(),
    });
    bindAgent(agent, { ...parts, sessionId: this.sessionId, cwd: log.getCwd(), recorder: this.recorder });
    agent.subscribe((event) => this.onAgentEvent(event));
    this.refreshTools();
  }

  /** Absent where there are none, or none that anything has woken yet. */
  get extensions(): ExtensionHost | undefined {
    return this.hosted?.host;
  }

  get messages(): AgentMessage[] {
    return this.agent.state.messages;
  }

  get model(): Model {
    return this.choice.model;
  }

  /** The model whose limits hold: where the chosen one only chooses others, the one that answered last. */
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
    return this.sessionManager.getSessionFile();
  }

  get sessionId(): string {
    return this.sessionManager.getSessionId();
  }

  get isStreaming(): boolean {
    return this.agent.state.isStreaming;
  }

  /** Neither a run nor anything that follows one by itself. */
  get isIdle(): boolean {
    return this.runs.isIdle;
  }

  /** Why the log could not be written, if that ended a run. */
  get storageFailure(): Error | undefined {
    return this.recorder.failure;
  }

  subscribe(listener: AgentSessionEventListener): () => void {
    return this.events.subscribe(listener);
  }

  setActiveToolsByName(names: readonly string[]): void {
    this.tools.activate(names);
    this.refreshTools();
  }

  /** The set of tools, or what is said of them, has changed. */
  refreshTools(): void {
    this.agent.state.tools = this.tools.declaredTools().map(({ tool }) => tool);
    this.agent.state.systemPrompt = buildSystemPrompt(this.promptInput());
  }

  promptInput(): SystemPromptInput {
    return this.parts.promptInput(this.tools);
  }

  setSessionName(name: string): void {
    this.sessionManager.appendSessionInfo(name);
    this.events.emit({ type: "session_info_changed", name: this.sessionManager.getSessionName() });
  }

  getSessionStats(): SessionStats {
    return sessionStats(this.sessionManager, this.messages, this.limits);
  }

  /** Writes model and thinking level into a new log, so that a later resume finds them. */
  recordInitialChoice(): void {
    if (this.sessionManager.getLeafId() !== null) return;
    this.sessionManager.appendModelChange(this.model.provider, this.model.id);
    this.sessionManager.appendThinkingLevelChange(this.thinkingLevel);
  }

  /** The text of the latest answer that has any. */
  getLastAssistantText(): string | undefined {
    const answer = this.messages.findLast((message) => message.role === "assistant" && answerText(message) !== "");
    return answer?.role === "assistant" ? answerText(answer) : undefined;
  }

  /** Runs a prompt to its end, with what follows by itself. A failed run does not throw: see `lastFailure`. */
  async prompt(text: string, options: PromptOptions = {}): Promise<void> {
    const { images = [], source = "interactive", preflightResult, expandPromptTemplates = true } = options;
    const { streamingBehavior } = this.isIdle ? {} : options;
    const accepted = await this.accept({ text, images: [...images], source, streamingBehavior, expandPromptTemplates });
    if (!accepted) return preflightResult?.("handled");
    const input = expandPromptTemplates ? { ...accepted, text: await this.parts.expand(accepted.text) } : accepted;
    if (!this.isIdle) {
      this.enqueue(input, options.streamingBehavior);
      return preflightResult?.("queued");
    }
    await this.checkModel();
    await finishInterruptedCalls(this.agent, this.sessionManager);
    this.bash.flush();
    this.compaction.reset();
    const messages = await this.prepareRun(input, userMessage(input.text, input.images));
    preflightResult?.("started");
    await this.runs.run(() => this.agent.prompt(messages));
  }

  /** Delivered after the tool calls of the present turn. */
  steer(
    text: string,
    images: readonly ImageContent[] = [],
    options: QueueOptions = {},
  ): Promise<QueuedInputDisposition> {
    return this.queueInput("steer", text, images, options);
  }

  /** Delivered when the run would otherwise end. */
  followUp(
    text: string,
    images: readonly ImageContent[] = [],
    options: QueueOptions = {},
  ): Promise<QueuedInputDisposition> {
    return this.queueInput("followUp", text, images, options);
  }

  /** Goes on with what is queued, if anything is: a run that was stopped leaves it. */
  async runQueued(): Promise<void> {
    if (this.isIdle && this.agent.hasQueuedMessages()) await this.runs.run(() => this.agent.continue());
  }

  /** Runs a message that is no prompt of the user's: one of an extension's. */
  async runMessage(message: CustomMessage): Promise<void> {
    await this.checkModel();
    const messages = await this.prepareRun(message, message);
    await this.runs.run(() => this.agent.prompt(messages));
  }

  /** Keeps a message of an extension's for the next run. */
  appendCustomMessage(message: CustomMessage): void {
    this.recorder.recordMessage(message);
    this.agent.state.messages = [...this.messages, message];
  }

  /** Keeps state of an extension's; the model never sees it. */
  appendCustomEntry(customType: string, data?: unknown): void {
    this.recorder.recordCustom(customType, data);
  }

  /** Stops the run, its retries and its tools, and waits until they have. */
  async abort(): Promise<void> {
    this.branches.abort();
    await this.runs.abort();
  }

  waitForIdle(): Promise<void> {
    return this.runs.waitForIdle();
  }

  /** The answer that ended the last run, if it failed. */
  lastFailure(): AssistantMessage | undefined {
    return this.runs.lastFailure();
  }

  /** Use of a model that is no part of the conversation. */
  recordUsage(kind: string, { provider, id }: Model, usage: Usage): void {
    this.recorder.recordUsage(kind, provider, id, usage);
  }

  /** When the cached prompt is read again, and what would be decided now. */
  get nextWarming(): ReturnType<CacheWarmer["next"]> {
    return this.parts.warming?.next();
  }

  async dispose(): Promise<void> {
    this.parts.warming?.stop();
    this.bash.abort();
    if (!this.isIdle) await this.abort();
    await this.hosted?.shutdown({ reason: "quit" });
    this.events.clear();
    this.sessionManager.close();
  }

  private async onAgentEvent(event: AgentEvent): Promise<void> {
    if (event.type === "message_start") this.queue.delivered(event.message);
    await this.emit(event.type === "agent_end" ? { ...event, willRetry: this.runs.willRetry() } : event);
  }

  private async emit(event: AgentSessionEvent): Promise<void> {
    await this.parts.hooks.onEvent?.(event);
    this.events.emit(event);
  }

  private async accept(input: SessionInput): Promise<SessionInput | undefined> {
    return this.parts.hooks.onInput ? await this.parts.hooks.onInput(input) : input;
  }

  private async queueInput(
    behavior: "steer" | "followUp",
    text: string,
    images: readonly ImageContent[],
    { source = "interactive" }: QueueOptions,
  ): Promise<QueuedInputDisposition> {
    const input = { text, images: [...images], source, streamingBehavior: behavior, refusesCommands: true };
    const accepted = await this.accept(input);
    if (!accepted) return "handled";
    this.enqueue({ ...accepted, text: await this.parts.expand(accepted.text) }, behavior);
    return "queued";
  }

  private enqueue({ text, images }: SessionInput, behavior: PromptOptions["streamingBehavior"]): void {
    if (behavior === undefined)
      throw new AgentSessionError(
        "busy",
        'A run is going on. Pass streamingBehavior "steer" or "followUp", or wait until it ends.',
      );
    this.queue.add(behavior === "steer" ? "steering" : "followUp", text, images);
  }

  private async checkModel(): Promise<void> {
    if (await this.parts.hasCredentials(this.model)) return;
    throw new AgentSessionError(
      "no-credentials",
      `No credentials for ${this.model.provider}. Set its key in the environment, log in with /login, or pass --api-key.`,
    );
  }

  private async prepareRun(start: RunStart, message: AgentMessage): Promise<AgentMessage[]> {
    this.refreshTools();
    const prepared = await this.parts.hooks.beforeRun?.(start, this.systemPrompt);
    if (prepared) this.agent.state.systemPrompt = prepared.systemPrompt;
    return [message, ...(prepared?.messages ?? [])];
  }
}
