import { type Agent, type AgentEvent, type AgentMessage, convertToLlm, type SessionManager } from "@tau/agent";
import type { AssistantMessage, ImageContent, Model, ModelThinkingLevel } from "@tau/ai";
import { answerText } from "./answer-text.ts";
import { AutoRetry, type RetrySettings } from "./auto-retry.ts";
import { ModelChoice, type ModelChoiceParts } from "./model-choice.ts";
import { PromptQueue } from "./prompt-queue.ts";
import { Recorder } from "./recorder.ts";
import { AgentSessionError } from "./session-error.ts";
import type { AgentSessionEvent, AgentSessionEventListener } from "./session-event.ts";
import { SessionEvents } from "./session-events.ts";
import type { InputSource, SessionHooks, SessionInput } from "./session-hooks.ts";
import type { ToolSet } from "./tool-set.ts";
import { userMessage } from "./user-message.ts";

export interface AgentSessionParts {
  readonly agent: Agent;
  readonly sessionManager: SessionManager;
  readonly tools: ToolSet;
  readonly models: Pick<ModelChoiceParts, "available" | "defaults">;
  readonly hooks: SessionHooks;
  readonly retrySettings: () => RetrySettings;
  /** The system prompt for the tools that are active now. */
  readonly systemPrompt: (tools: ToolSet) => string;
  /** Is there a key for the model's provider, or does it need none? */
  readonly hasCredentials: (model: Model) => Promise<boolean>;
  readonly onListenerError: (error: unknown) => void;
}

export interface PromptOptions {
  readonly images?: ImageContent[];
  /** What to do with the text while a run is going on. */
  readonly streamingBehavior?: "steer" | "followUp";
  readonly source?: InputSource;
  /** Told once the prompt has passed every check and its run begins. */
  readonly onAccepted?: () => void;
}

/** One session: its log, its agent and the small services around them. It wires them and decides nothing by itself. */
export class AgentSession {
  readonly agent: Agent;
  readonly sessionManager: SessionManager;
  readonly tools: ToolSet;
  readonly choice: ModelChoice;
  readonly retry: AutoRetry;
  private readonly events: SessionEvents;
  private readonly recorder: Recorder;
  private readonly parts: AgentSessionParts;
  readonly queue: PromptQueue;
  private running: Promise<void> | undefined;
  private aborted = false;
  private storageError: Error | undefined;

  constructor(parts: AgentSessionParts) {
    const { agent, sessionManager } = parts;
    this.parts = parts;
    this.agent = agent;
    this.sessionManager = sessionManager;
    this.tools = parts.tools;
    this.events = new SessionEvents(parts.onListenerError);
    this.recorder = new Recorder(sessionManager, this.events);
    this.retry = new AutoRetry(parts.retrySettings, this.events);
    this.choice = new ModelChoice({ agent, log: sessionManager, events: this.events, ...parts.models });
    this.queue = new PromptQueue(agent, this.events);
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

  get isStreaming(): boolean {
    return this.agent.state.isStreaming;
  }

  /** Neither a run nor anything that follows one by itself. */
  get isIdle(): boolean {
    return this.running === undefined;
  }

  subscribe(listener: AgentSessionEventListener): () => void {
    return this.events.subscribe(listener);
  }

  setActiveToolsByName(names: readonly string[]): void {
    this.tools.activate(names);
    this.refreshTools();
  }

  /** Writes model and thinking level into a new log, so that a later resume finds them. */
  recordInitialChoice(): void {
    if (this.sessionManager.getLeafId() !== null) return;
    this.sessionManager.appendModelChange(this.model.provider, this.model.id);
    this.sessionManager.appendThinkingLevelChange(this.thinkingLevel);
  }

  /** The text of the latest answer that has any. */
  getLastAssistantText(): string | undefined {
    const texts = this.messages.findLast((message) => message.role === "assistant" && answerText(message) !== "");
    return texts?.role === "assistant" ? answerText(texts) : undefined;
  }

  /** Runs a prompt to its end, with the retries that follow by themselves. A failed run does not throw: see `lastFailure`. */
  async prompt(text: string, options: PromptOptions = {}): Promise<void> {
    const { images = [], source = "interactive" } = options;
    const input = await this.accept({ text, images, source });
    if (!input) return;
    if (!this.isIdle) return this.enqueue(input, options.streamingBehavior);
    await this.checkModel();
    const messages = await this.preparePrompt(input);
    options.onAccepted?.();
    await this.run(() => this.agent.prompt(messages));
  }

  /** Delivered after the tool calls of the present turn. */
  steer(text: string, images: ImageContent[] = []): void {
    this.queue.add("steering", text, images);
  }

  /** Delivered when the run would otherwise end. */
  followUp(text: string, images: ImageContent[] = []): void {
    this.queue.add("followUp", text, images);
  }

  /** Stops the run, its retries and its tools, and waits until they have. */
  async abort(): Promise<void> {
    this.aborted = true;
    this.retry.abort();
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

  /** Why the log could not be written, if that ended a run. */
  get storageFailure(): Error | undefined {
    return this.storageError;
  }

  async dispose(): Promise<void> {
    if (!this.isIdle) await this.abort();
    this.events.clear();
    this.sessionManager.close();
  }

  private bindAgent(): void {
    const { agent, parts } = this;
    agent.beforeToolCall = async (context, signal) => parts.hooks.beforeToolCall?.(context, signal);
    agent.afterToolCall = async (context, signal) => parts.hooks.afterToolCall?.(context, signal);
    agent.transformContext = async (messages, signal) => (await parts.hooks.onContext?.(messages, signal)) ?? messages;
    agent.onPayload = parts.hooks.onPayload;
    agent.onResponse = parts.hooks.onResponse;
    agent.sessionId = this.sessionManager.getSessionId();
    agent.convertToLlm = convertToLlm;
    agent.recordEvent = (event) => this.record(event);
    agent.onListenerError = parts.onListenerError;
    agent.subscribe((event) => this.onAgentEvent(event));
  }

  /** What cannot be written must not take effect: the agent ends the run with this failure. */
  private record(event: AgentEvent): void {
    try {
      this.recorder.record(event);
    } catch (error) {
      this.storageError = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  }

  private refreshTools(): void {
    this.agent.state.tools = this.tools.activeTools().map(({ tool }) => tool);
    this.agent.state.systemPrompt = this.parts.systemPrompt(this.tools);
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

  private enqueue(input: SessionInput, behavior: PromptOptions["streamingBehavior"]): void {
    if (behavior === "steer") this.steer(input.text, input.images);
    else if (behavior === "followUp") this.followUp(input.text, input.images);
    else
      throw new AgentSessionError(
        "busy",
        'A run is going on. Pass streamingBehavior "steer" or "followUp", or wait until it ends.',
      );
  }

  private async checkModel(): Promise<void> {
    if (await this.parts.hasCredentials(this.model)) return;
    throw new AgentSessionError(
      "no-credentials",
      `No credentials for ${this.model.provider}. Set its key in the environment, log in with /login, or pass --api-key.`,
    );
  }

  private async preparePrompt(input: SessionInput): Promise<AgentMessage[]> {
    this.refreshTools();
    const prepared = await this.parts.hooks.beforeRun?.(input, this.systemPrompt);
    if (prepared) this.agent.state.systemPrompt = prepared.systemPrompt;
    return [userMessage(input.text, input.images), ...(prepared?.messages ?? [])];
  }

  private async run(start: () => Promise<void>): Promise<void> {
    this.aborted = false;
    this.running = this.runToSettlement(start);
    try {
      await this.running;
    } finally {
      this.running = undefined;
      await this.emit({ type: "agent_settled", aborted: this.aborted });
    }
  }

  private async runToSettlement(start: () => Promise<void>): Promise<void> {
    await start();
    for (let failed = this.lastAnswer(); failed && this.willRetry(); failed = this.lastAnswer()) {
      if (!(await this.retry.wait(failed))) return;
      // It stays in the log; the model need not see it again.
      this.agent.state.messages = this.messages.filter((message) => message !== failed);
      await this.agent.continue();
    }
    this.retry.settle(this.lastAnswer());
  }

  private willRetry(): boolean {
    return !this.aborted && this.retry.shouldRetry(this.lastAnswer());
  }

  private lastAnswer(): AssistantMessage | undefined {
    const last = this.messages.at(-1);
    return last?.role === "assistant" ? last : undefined;
  }
}
