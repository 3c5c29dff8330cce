import type { ImageContent } from "@tau/ai";
import type { Attachment, UserMessageWithAttachments } from "../attachments/attachment.ts";
import type { AgentContext, QueueMode, StreamFn } from "../contract/config.ts";
import type { AgentEvent } from "../contract/events.ts";
import type { AgentMessage } from "../contract/messages.ts";
import type { AgentState } from "../contract/state.ts";
import { AgentError } from "../errors.ts";
import { failedAnswer } from "../loop/failed-answer.ts";
import { isThenable } from "../loop/is-thenable.ts";
import { MessageQueue } from "../loop/message-queue.ts";
import { assertContinuable, continueLoop, runLoop } from "../loop/run.ts";
import type { RunSetup } from "../loop/run-state.ts";
import { getDefaultStreamFn } from "../loop/stream-fn.ts";
import { agentEventCoalescing } from "../subscribers/coalescing.ts";
import { type Subscriber, SubscriberQueue } from "../subscribers/subscriber-queue.ts";
import { defaultConvertToLlm } from "./convert-to-llm.ts";
import { Listeners } from "./listeners.ts";
import type { AgentListener, AgentOptions, AgentSettings, CurrentAgentSettings } from "./options.ts";
import { createRunSetup } from "./run-setup.ts";
import { MutableAgentState } from "./state.ts";

interface ActiveRun {
  readonly controller: AbortController;
  readonly settled: PromiseWithResolvers<void>;
  readonly injected: AgentMessage[];
  /** Aborts the answer that is streaming, without aborting the run. */
  answer?: AbortController;
}

/** Holds a transcript, a model and tools. Runs prompts until idle and publishes events to its listeners. */
export class Agent implements CurrentAgentSettings {
  streamFunction: StreamFn;
  convertToLlm: NonNullable<AgentSettings["convertToLlm"]>;
  toolExecution: NonNullable<AgentSettings["toolExecution"]>;
  interruptMode: NonNullable<AgentSettings["interruptMode"]>;
  transport: NonNullable<AgentSettings["transport"]>;
  now: NonNullable<AgentSettings["now"]>;
  transformContext: AgentSettings["transformContext"];
  getApiKey: AgentSettings["getApiKey"];
  beforeToolCall: AgentSettings["beforeToolCall"];
  onToolIntent: AgentSettings["onToolIntent"];
  afterToolCall: AgentSettings["afterToolCall"];
  finishTurn: AgentSettings["finishTurn"];
  prepareRequest: AgentSettings["prepareRequest"];
  prepareNextTurn: AgentSettings["prepareNextTurn"];
  prepareNextTurnWithContext: AgentSettings["prepareNextTurnWithContext"];
  identity: AgentSettings["identity"];
  onPayload: AgentSettings["onPayload"];
  onResponse: AgentSettings["onResponse"];
  onProviderStreamEvent: AgentSettings["onProviderStreamEvent"];
  sessionId: AgentSettings["sessionId"];
  thinkingBudgets: AgentSettings["thinkingBudgets"];
  maxRetryDelayMs: AgentSettings["maxRetryDelayMs"];
  abortGraceMs: AgentSettings["abortGraceMs"];
  recordEvent: AgentSettings["recordEvent"];
  onListenerError: AgentSettings["onListenerError"];

  private readonly current: MutableAgentState;
  private readonly listeners = new Listeners((error, event) => this.reportListenerError(error, event));
  private readonly steering: MessageQueue;
  private readonly followUps: MessageQueue;
  private activeRun: ActiveRun | undefined;

  constructor(options: AgentOptions = {}) {
    const { initialState, streamFn, steeringMode, followUpMode, ...settings } = options;
    this.current = new MutableAgentState(initialState);
    this.steering = new MessageQueue(steeringMode);
    this.followUps = new MessageQueue(followUpMode);
    this.streamFunction = streamFn ?? ((...request) => getDefaultStreamFn()(...request));
    this.convertToLlm = defaultConvertToLlm;
    this.toolExecution = "parallel";
    this.interruptMode = "wait";
    this.transport = "auto";
    this.now = Date.now;
    Object.assign(this, settings);
  }

  get state(): AgentState {
    return this.current;
  }

  /** False while the messages were given as a function that has not been called yet. */
  get hasLoadedMessages(): boolean {
    return this.current.hasLoadedMessages;
  }

  /** The signal of the active run. */
  get signal(): AbortSignal | undefined {
    return this.activeRun?.controller.signal;
  }

  get steeringMode(): QueueMode {
    return this.steering.mode;
  }

  set steeringMode(mode: QueueMode) {
    this.steering.mode = mode;
  }

  get followUpMode(): QueueMode {
    return this.followUps.mode;
  }

  set followUpMode(mode: QueueMode) {
    this.followUps.mode = mode;
  }

  /** Adds a listener that is awaited: the next event waits for it. Returns a function that removes it. */
  subscribe(listener: AgentListener): () => void {
    return this.listeners.add(listener);
  }

  /** Adds an observer that never delays the run; a slow observer gets joined deltas. Returns a function that removes it. */
  observe(observer: Subscriber<AgentEvent>): () => void {
    const queue = new SubscriberQueue(observer, {
      coalescing: agentEventCoalescing,
      onError: (error, event) => this.reportListenerError(error, event),
    });
    const unsubscribe = this.subscribe((event) => queue.push(event));
    return () => {
      unsubscribe();
      queue.close();
    };
  }

  /** Queues a message for delivery within the run, after the tool calls of its current turn. */
  steer(message: AgentMessage): void {
    this.steering.enqueue(message);
  }

  /** Queues a message for delivery when the run would otherwise end. */
  followUp(message: AgentMessage): void {
    this.followUps.enqueue(message);
  }

  clearSteeringQueue(): void {
    this.steering.clear();
  }

  clearFollowUpQueue(): void {
    this.followUps.clear();
  }

  clearAllQueues(): void {
    this.steering.clear();
    this.followUps.clear();
  }

  hasQueuedMessages(): boolean {
    return this.steering.length > 0 || this.followUps.length > 0;
  }

  /** Returns the batch that would be delivered next, without taking it from the queue. */
  peekQueuedMessages(): AgentMessage[] {
    return this.steering.length > 0 ? this.steering.peek() : this.followUps.peek();
  }

  abort(): void {
    this.activeRun?.controller.abort();
  }

  /**
   * Stops the streaming answer and continues the run with these messages. While tools run, the messages follow their results and precede
   * all queued messages. Returns false if no run is active.
   */
  interrupt(messages: readonly AgentMessage[], reason: string): boolean {
    const run = this.activeRun;
    if (!run || run.controller.signal.aborted) return false;
    run.injected.push(...messages);
    run.answer?.abort(reason);
    return true;
  }

  /** Resolves when no run is active and the listeners of `agent_end` have settled. */
  async waitForIdle(): Promise<void> {
    await this.activeRun?.settled.promise;
  }

  /** Clears messages and queues; prompt, model and tools stay. Throws while a run is active, because the run would still write to them. */
  reset(): void {
    if (this.activeRun)
      throw new AgentError("busy", "The agent is running. Call abort() and await waitForIdle() before reset().");
    this.current.reset();
    this.clearAllQueues();
  }

  /** Resolves when the run is over. A failed run does not reject: its last message contains the error. */
  prompt(message: AgentMessage | AgentMessage[]): Promise<void>;
  prompt(input: string, images?: (ImageContent | Attachment)[]): Promise<void>;
  async prompt(
    input: string | AgentMessage | AgentMessage[],
    images: (ImageContent | Attachment)[] = [],
  ): Promise<void> {
    if (this.activeRun) {
      throw new AgentError("busy", "Agent is already processing a prompt. Use steer() or followUp().");
    }
    await this.runPrompts(promptMessages(input, images, this.now), false);
  }

  /**
   * Continues from the transcript. If the transcript is empty or ends with an answer, it sends a batch of queued messages, steering
   * messages first.
   */
  async continue(): Promise<void> {
    if (this.activeRun) throw new AgentError("busy", "Agent is already processing. Wait for it with waitForIdle().");
    const last = this.current.messages.at(-1);
    if (!last || last.role === "assistant") {
      const steering = this.steering.drain();
      if (steering.length > 0) return await this.runPrompts(steering, true);
      const followUps = this.followUps.drain();
      if (followUps.length > 0) return await this.runPrompts(followUps, false);
    }
    assertContinuable(this.current);
    await this.run((context, setup, emit, signal) => continueLoop(context, setup, emit, signal, this.streamFunction));
  }

  private async runPrompts(prompts: AgentMessage[], steeringWasDrained: boolean): Promise<void> {
    await this.run(
      (context, setup, emit, signal) => runLoop(prompts, context, setup, emit, signal, this.streamFunction),
      steeringWasDrained,
    );
  }

  private async run(start: StartRun, steeringWasDrained = false): Promise<void> {
    const run: ActiveRun = {
      controller: new AbortController(),
      settled: Promise.withResolvers<void>(),
      injected: [],
    };
    const { signal } = run.controller;
    this.activeRun = run;
    this.current.isStreaming = true;
    const setup = createRunSetup({
      settings: this,
      state: this.current,
      steering: this.steering,
      followUps: this.followUps,
      signal,
      injected: run.injected,
      answerSignal: () => {
        run.answer = new AbortController();
        return AbortSignal.any([signal, run.answer.signal]);
      },
      steeringWasDrained,
    });
    try {
      await start(this.snapshot(), setup, (event) => this.handle(event, run.controller), signal);
    } catch (error) {
      await this.endWithFailure(error, signal);
    } finally {
      this.current.isStreaming = false;
      this.current.pendingToolCalls.clear();
      this.activeRun = undefined;
      run.settled.resolve();
    }
  }

  private snapshot(): AgentContext {
    const { systemPrompt, messages, tools } = this.current;
    return { systemPrompt, messages: [...messages], tools: [...tools] };
  }

  private handle(event: AgentEvent, controller: AbortController): undefined | Promise<void> {
    const recorded = this.record(event, controller);
    const publish = () => this.publish(event, controller.signal);
    return recorded === undefined ? publish() : recorded.then(publish);
  }

  private record(event: AgentEvent, controller: AbortController): undefined | Promise<void> {
    // Stop running tools: their further effects could not be recorded.
    const fail = (error: unknown): never => {
      controller.abort(error);
      throw error;
    };
    try {
      const recording = this.recordEvent?.(event, controller.signal);
      return isThenable(recording) ? Promise.resolve(recording).catch(fail) : undefined;
    } catch (error) {
      return fail(error);
    }
  }

  private publish(event: AgentEvent, signal: AbortSignal): undefined | Promise<void> {
    this.current.reduce(event);
    return this.listeners.publish(event, signal);
  }

  private reportListenerError(error: unknown, event: AgentEvent): void {
    try {
      if (this.onListenerError) this.onListenerError(error, event);
      else console.error(`A listener failed at ${event.type}:`, error);
    } catch (reportError) {
      console.error(`A listener failed at ${event.type}, and so did its report:`, error, reportError);
    }
  }

  /** Publishes an end to the listeners when the recorder failed, because the loop could not end the run itself. */
  private async endWithFailure(error: unknown, signal: AbortSignal): Promise<void> {
    const message = failedAnswer(this.current.model, { error, aborted: false }, this.now);
    const start: AgentEvent[] = this.current.streamingMessage ? [] : [{ type: "message_start", message }];
    const ending: AgentEvent[] = [
      ...start,
      { type: "message_end", message },
      { type: "turn_end", message, toolResults: [] },
      { type: "agent_end", messages: [message] },
    ];
    for (const event of ending) await this.publish(event, signal);
  }
}

type StartRun = (
  context: AgentContext,
  setup: RunSetup,
  emit: (event: AgentEvent) => void | Promise<void>,
  signal: AbortSignal,
) => Promise<AgentMessage[]>;

/** Returns the messages that a prompt adds to the transcript, for each form of input. */
function promptMessages(
  input: string | AgentMessage | AgentMessage[],
  extras: readonly (ImageContent | Attachment)[],
  now: () => number,
): AgentMessage[] {
  if (Array.isArray(input)) return input;
  if (typeof input !== "string") return [input];
  const images = extras.filter((extra): extra is ImageContent => "data" in extra);
  const attachments = extras.filter((extra): extra is Attachment => "fileName" in extra);
  const message: UserMessageWithAttachments = {
    role: "user",
    content: [{ type: "text", text: input }, ...images],
    timestamp: now(),
  };
  if (attachments.length > 0) message.attachments = attachments;
  return [message];
}
