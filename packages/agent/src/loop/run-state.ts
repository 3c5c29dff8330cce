import type { Model, SimpleStreamOptions } from "@tau/ai";
import type { AgentContext, AgentLoopHooks, AgentLoopTurnUpdate, StreamFn } from "../contract/config.ts";
import type { AgentEvent } from "../contract/events.ts";
import type { AgentMessage } from "../contract/messages.ts";
import { DEFAULT_ABORT_GRACE_MS, unlessAborted } from "./unless-aborted.ts";

/** What a run goes by: which model it asks, what takes part, and the options of each request. */
export interface RunSetup {
  readonly model: Model;
  readonly hooks: AgentLoopHooks;
  readonly request: SimpleStreamOptions;
}

/** What the steps of one run share. The context is the run's own copy; what is replaced holds from then on. */
export interface RunState {
  context: AgentContext;
  model: Model;
  readonly hooks: AgentLoopHooks;
  request: SimpleStreamOptions;
  readonly newMessages: AgentMessage[];
  readonly signal: AbortSignal | undefined;
  /** Stops the latest answer: with the run, or alone. */
  answerSignal?: AbortSignal | undefined;
  readonly streamFn: StreamFn;
  readonly emit: (event: AgentEvent) => undefined | Promise<void>;
}

/** Adds a finished message, with its two events. */
export async function appendMessage(run: RunState, message: AgentMessage): Promise<void> {
  run.context.messages.push(message);
  run.newMessages.push(message);
  await run.emit({ type: "message_start", message });
  await run.emit({ type: "message_end", message });
}

/** The caller keeps its arrays: a context that comes from outside is copied. */
export function copyContext(context: AgentContext): AgentContext {
  return { ...context, messages: [...context.messages] };
}

export function applyUpdate(run: RunState, update: AgentLoopTurnUpdate): void {
  if (update.context) run.context = copyContext(update.context);
  if (update.model) run.model = update.model;
  if (update.thinkingLevel) run.request = withThinkingLevel(run.request, update.thinkingLevel);
}

function withThinkingLevel(
  request: SimpleStreamOptions,
  level: AgentLoopTurnUpdate["thinkingLevel"],
): SimpleStreamOptions {
  const { reasoning: _replaced, ...rest } = request;
  return level === undefined || level === "off" ? rest : { ...rest, reasoning: level };
}

/** Waits for something that should stop by itself on an abort, but not for ever. */
export async function withinGrace<T>({ hooks, signal }: RunState, work: T | Promise<T>): Promise<T> {
  return await unlessAborted(work, signal, hooks.abortGraceMs ?? DEFAULT_ABORT_GRACE_MS);
}
