import {
  type Agent,
  type AgentEvent,
  type AgentMessage,
  type BeforeToolCallContext,
  type BeforeToolCallResult,
  type CompactionSettings,
  type CustomMessage,
  convertToLlm,
  type RetryPolicy,
  type SessionManager,
  type ToolIntent,
} from "@tau/agent";
import type { AssistantMessage, ImageContent, Model, ModelThinkingLevel } from "@tau/ai";
import type { ExtensionHost } from "../extensions/session/extension-host.ts";
import { type AskPermission, type PermissionPolicy, permit } from "../permission/index.ts";
import { type BashOperations, describeCall } from "../tools/index.ts";
import { answerText } from "./answer-text.ts";
import { AutoRetry } from "./auto-retry.ts";
import { BranchLeaving } from "./branch-leaving.ts";
import { finishInterruptedCalls } from "./finish-interrupted-calls.ts";
import { ModelChoice, type ModelChoiceParts } from "./model-choice.ts";
import { PromptQueue } from "./prompt-queue.ts";
import { Recorder } from "./recorder.ts";
import { replaceMessage } from "./replace-message.ts";
import { SessionCompactor } from "./session-compactor.ts";
import { AgentSessionError } from "./session-error.ts";
import type { AgentSessionEvent, AgentSessionEventListener } from "./session-event.ts";
import { SessionEvents } from "./session-events.ts";
import type { InputSource, RunStart, SessionHooks, SessionInput } from "./session-hooks.ts";
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
  readonly extensions?: ExtensionHost | undefined;
  readonly retrySettings: () => RetryPolicy;
  readonly compactionSettings: (model: Model) => CompactionSettings;
  readonly branchSummaryReserve: () => number;
  readonly bash: BashOperations;
  readonly permission: { readonly policy: PermissionPolicy; readonly ask: AskPermission };
  /** The system prompt for the tools that are active now. */
  readonly systemPrompt: (tools: ToolSet) => string;
  /** Replaces skill commands and templates by what they stand for. */
  readonly expand: (text: string) => string | Promise<string>;
  /** Is there a key for the model's provider, or does it need none? */
  readonly hasCredentials: (model: Model) => Promise<boolean>;
  readonly onListenerError: (error: unknown) => void;
}

/** What became of a text: dealt with by an extension, waiting, or the start of a run. */
export type PromptDisposition = "handled" | "queued" | "started";

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
  readonly extensions: ExtensionHost | undefined;
  private readonly events: SessionEvents;
  private readonly recorder: Recorder;
  private readonly parts: AgentSessionParts;
  private running: Promise<void> | undefined;
  private aborted = false;
  private storageError: Error | undefined;

  constructor(parts: AgentSessionParts) {
    const { agent, sessionManager: log, hooks } = parts;
    this.parts = parts;
    this.agent = agent;
    this.sessionManager = log;
    this.tools = parts.tools;
    this.extensions = parts.extensions;
    const events = new SessionEvents(parts.onListenerError);
    this.events = events;
    this.recorder = new Recorder(log, events);
    this.retry = new AutoRetry(parts.retrySettings, events);
    this.choice = new ModelChoice({ agent, log, events, onChange: hooks.onModelChange?.bind(hooks), ...parts.models });
    this.queue = new PromptQueue(agent, events);
    this.bash = new UserBash({ agent, log, events, operations: parts.bash, hooks, isIdle: () => this.isIdle });
    this.branches = new BranchLeaving({ agent, log, reserveTokens: parts.branchSummaryReserve, hooks });
    this.compaction = new SessionCompactor({
      agent,
      log,
      emit: (event) => this.emit(event),
      settings: parts.compactionSettings,
      retry: parts.retrySettings,
      hooks,
    });
    this.bindAgent();
    this.refreshTools();
  }

  get messages(): AgentMessage[] {
    return this.agent.state.messages;
  }

  get model(): Model {
    return this.choice.model;
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
    return this.running === undefined;
  }

  /** Why the log could not be written, if that ended a run. */
  get storageFailure(): Error | undefined {
    return this.storageError;
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
    this.agent.state.tools = this.tools.activeTools().map(({ tool }) => tool);
    this.agent.state.systemPrompt = this.parts.systemPrompt(this.tools);
  }

  setSessionName(name: string): void {
    this.sessionManager.appendSessionInfo(name);
    this.events.emit({ type: "session_info_changed", name: this.sessionManager.getSessionName() });
  }

  getSessionStats(): SessionStats {
    return sessionStats(this.sessionManager, this.messages, this.model);
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
    await this.run(() => this.agent.prompt(messages));
  }

  /** Delivered after the tool calls of the present turn. */
  async steer(text: string, images: readonly ImageContent[] = []): Promise<void> {
    this.queue.add("steering", await this.parts.expand(text), images);
  }

  /** Delivered when the run would otherwise end. */
  async followUp(text: string, images: readonly ImageContent[] = []): Promise<void> {
    this.queue.add("followUp", await this.parts.expand(text), images);
  }

  /** Runs a message that is no prompt of the user's: one of an extension's. */
  async runMessage(message: CustomMessage): Promise<void> {
    await this.checkModel();
    const messages = await this.prepareRun(message, message);
    await this.run(() => this.agent.prompt(messages));
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
    this.aborted = true;
    this.retry.abort();
    this.compaction.abort();
    this.branches.abort();
    this.agent.abort();
    await this.waitForIdle();
  }

  async waitForIdle(): Promise<void> {
    await this.running;
  }

  /** The answer that ended the last run, if it failed. */
  lastFailure(): AssistantMessage | undefined {
    const last = this.lastAnswer();
    return last?.stopReason === "error" || last?.stopReason === "aborted" ? last : undefined;
  }

  async dispose(): Promise<void> {
    this.bash.abort();
    if (!this.isIdle) await this.abort();
    await this.extensions?.shutdown({ reason: "quit" });
    this.events.clear();
    this.sessionManager.close();
  }

  private bindAgent(): void {
    const { agent, parts } = this;
    const { hooks } = parts;
    agent.beforeToolCall = (context, signal) => this.permitCall(context, signal);
    agent.afterToolCall = async (context, signal) => hooks.afterToolCall?.(context, signal);
    agent.transformContext = async (messages, signal) => (await hooks.onContext?.(messages, signal)) ?? messages;
    agent.onPayload = hooks.onPayload;
    agent.onResponse = hooks.onResponse;
    agent.sessionId = this.sessionId;
    agent.convertToLlm = convertToLlm;
    agent.onToolIntent = (intent) => this.recordIntent(intent);
    agent.recordEvent = (event) => {
      const record = () => this.write(() => this.recorder.record(event));
      if (event.type !== "message_end" || !hooks.onMessageEnd) return record();
      return replaceMessage(event.message, hooks.onMessageEnd(event.message)).then(record);
    };
    agent.finishTurn = hooks.finishTurn?.bind(hooks);
    agent.onListenerError = parts.onListenerError;
    agent.subscribe((event) => this.onAgentEvent(event));
  }

  /** Extensions first, then the policy: both must let the call through. */
  private async permitCall(
    context: BeforeToolCallContext,
    signal: AbortSignal | undefined,
  ): Promise<BeforeToolCallResult | undefined> {
    const { hooks, permission } = this.parts;
    const answer = await hooks.beforeToolCall?.(context, signal);
    if (answer?.block) return answer;
    const request = describeCall(context.toolCall.name, context.args, this.sessionManager.getCwd());
    const refusal = await permit(request, permission.policy, permission.ask, signal);
    return refusal ? { block: true, reason: refusal.reason } : answer;
  }

  /** A tool that may be run again needs no trace of having begun. */
  private recordIntent(intent: ToolIntent): void {
    if (this.tools.get(intent.toolCall.name)?.tool.replay === "safe") return;
    this.write(() => this.recorder.recordIntent(intent));
  }

  /** What cannot be written must not take effect: the agent ends the run with this failure. */
  private write(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.storageError = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  }

  private async onAgentEvent(event: AgentEvent): Promise<void> {
    if (event.type === "message_start") this.queue.delivered(event.message);
    await this.emit(event.type === "agent_end" ? { ...event, willRetry: this.willRetry() } : event);
  }

  private async emit(event: AgentSessionEvent): Promise<void> {
    await this.parts.hooks.onEvent?.(event);
    this.events.emit(event);
  }

  private async accept(input: SessionInput): Promise<SessionInput | undefined> {
    return this.parts.hooks.onInput ? await this.parts.hooks.onInput(input) : input;
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

  private async run(start: () => Promise<void>): Promise<void> {
    this.aborted = false;
    this.running = this.runToSettlement(start);
    try {
      await this.running;
    } finally {
      this.running = undefined;
      this.bash.flush();
      await this.emit({ type: "agent_settled", aborted: this.aborted });
    }
  }

  private async runToSettlement(start: () => Promise<void>): Promise<void> {
    await start();
    while (!this.aborted && (await this.shouldGoOn())) await this.agent.continue();
    this.retry.settle(this.lastAnswer());
    if (!this.aborted) await this.compaction.afterAnswer(this.lastAnswer());
  }

  /** Another try after a failure, or one more request that an extension asks for. */
  private async shouldGoOn(): Promise<boolean> {
    const answer = this.lastAnswer();
    if (this.compaction.overflows(answer)) {
      if (!(await this.compaction.recover())) return false;
    } else if (answer && this.willRetry()) {
      if (!(await this.retry.wait(answer))) return false;
    } else if (answer?.stopReason === "error" || answer?.stopReason === "aborted") return false;
    else return (await this.parts.hooks.beforeSettle?.()) ?? false;
    // It stays in the log; the model need not see it again.
    this.agent.state.messages = this.messages.filter((message) => message !== answer);
    return true;
  }

  private willRetry(): boolean {
    return !this.aborted && this.retry.shouldRetry(this.lastAnswer());
  }

  private lastAnswer(): AssistantMessage | undefined {
    const last = this.messages.at(-1);
    return last?.role === "assistant" ? last : undefined;
  }
}
