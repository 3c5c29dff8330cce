import type { AgentContext, AgentEventSink, AgentLoopTurnUpdate, StreamFn } from "../contract/config.ts";
import type { AgentMessage } from "../contract/messages.ts";
import { AgentError } from "../errors.ts";
import { failedAnswer } from "./failed-answer.ts";
import { OrderedSink } from "./ordered-sink.ts";
import { appendMessage, applyUpdate, copyContext, type RunSetup, type RunState, withinGrace } from "./run-state.ts";
import { getDefaultStreamFn } from "./stream-fn.ts";
import { runTurn, type TurnOutcome } from "./turn.ts";

/** Runs turns until idle. Resolves to the prompts and every message after them. */
export async function runLoop(
  prompts: AgentMessage[],
  context: AgentContext,
  setup: RunSetup,
  emit: AgentEventSink,
  signal?: AbortSignal,
  streamFn?: StreamFn,
): Promise<AgentMessage[]> {
  return await new Run(context, setup, emit, signal, streamFn).toIdle(prompts);
}

/** Continues from a context that ends with a message the model has not answered. Resolves to the new messages. */
export async function continueLoop(
  context: AgentContext,
  setup: RunSetup,
  emit: AgentEventSink,
  signal?: AbortSignal,
  streamFn?: StreamFn,
): Promise<AgentMessage[]> {
  assertContinuable(context);
  return await new Run(context, setup, emit, signal, streamFn).toIdle([]);
}

export function assertContinuable(context: AgentContext): void {
  const last = context.messages.at(-1);
  if (!last) throw new AgentError("nothing-to-continue", "Cannot continue: no messages in context");
  if (last.role === "assistant") {
    throw new AgentError("cannot-continue", `Cannot continue from message role: ${last.role}`);
  }
}

class Run {
  private readonly state: RunState;
  private readonly sink: OrderedSink;
  private turnIsOpen = false;
  /** Messages taken from the queue that are not in the conversation yet. */
  private undelivered: readonly AgentMessage[] = [];

  constructor(
    context: AgentContext,
    { model, hooks, request }: RunSetup,
    emit: AgentEventSink,
    signal: AbortSignal | undefined,
    streamFn: StreamFn | undefined,
  ) {
    this.sink = new OrderedSink(emit);
    this.state = {
      context: copyContext(context),
      model,
      hooks,
      request,
      newMessages: [],
      signal,
      streamFn: streamFn ?? getDefaultStreamFn(),
      emit: (event) => this.sink.emit(event),
    };
  }

  async toIdle(prompts: readonly AgentMessage[]): Promise<AgentMessage[]> {
    const { state } = this;
    await state.emit({ type: "agent_start" });
    try {
      await this.turns(prompts);
    } catch (error) {
      // A failed sink cannot receive the events of a failed run, so its error goes to the caller.
      if (this.sink.failure) throw this.sink.failure.error;
      await this.endWithFailure(error);
    }
    await state.emit({ type: "agent_end", messages: state.newMessages });
    return state.newMessages;
  }

  private async turns(prompts: readonly AgentMessage[]): Promise<void> {
    const { state } = this;
    await this.openTurn();
    for (const prompt of prompts) await appendMessage(state, prompt);
    let pending: readonly AgentMessage[] = await this.steering();
    for (;;) {
      const outcome = await runTurn(state, pending);
      this.turnIsOpen = false;
      const next = await this.nextMessages(outcome);
      if (!next) return;
      this.undelivered = next;
      const update = await this.nextTurnUpdate(outcome);
      if (update) applyUpdate(state, update);
      pending = [...(update?.messages ?? []), ...next];
      this.undelivered = [];
      await this.openTurn();
    }
  }

  /** Returns the messages the next turn starts with, or `undefined` if there is no next turn. */
  private async nextMessages({ next, decision }: TurnOutcome): Promise<AgentMessage[] | undefined> {
    if (next === "failed" || decision?.action === "end") return undefined;
    // Queued messages stay queued. If tool results wait for the model, one more turn records that the run was aborted.
    if (this.state.signal?.aborted) return next === "requested" ? [] : undefined;
    const steering = await this.steering();
    if (steering.length > 0 || next === "requested") return steering;
    const followUps = (await withinGrace(this.state, this.state.hooks.getFollowUpMessages?.())) ?? [];
    return followUps.length > 0 || decision?.action === "continue" ? followUps : undefined;
  }

  private async steering(): Promise<AgentMessage[]> {
    if (this.state.signal?.aborted) return [];
    return (await withinGrace(this.state, this.state.hooks.getSteeringMessages?.())) ?? [];
  }

  private async nextTurnUpdate({ turn }: TurnOutcome): Promise<AgentLoopTurnUpdate | undefined> {
    if (this.state.signal?.aborted) return undefined;
    return await withinGrace(this.state, this.state.hooks.prepareNextTurn?.(turn));
  }

  private async openTurn(): Promise<void> {
    this.turnIsOpen = true;
    await this.state.emit({ type: "turn_start" });
  }

  /**
   * Ends the run after a hook threw outside an answer. Adds the undelivered messages and then a failed answer to the log, in a new turn if
   * none is open.
   */
  private async endWithFailure(error: unknown): Promise<void> {
    const { state } = this;
    if (!this.turnIsOpen) await this.openTurn();
    for (const message of this.undelivered) await appendMessage(state, message);
    const aborted = state.signal?.aborted ?? false;
    const message = failedAnswer(state.model, { error, aborted }, state.hooks.now);
    await appendMessage(state, message);
    await state.emit({ type: "turn_end", message, toolResults: [] });
  }
}
