import type { Model, SimpleStreamOptions } from "@tau/ai";
import type { AgentContext, AgentLoopHooks, AgentLoopTurnUpdate, StreamFn } from "../contract/config.ts";
import type { AgentEvent } from "../contract/events.ts";
import type { AgentMessage } from "../contract/messages.ts";
import { DEFAULT_ABORT_GRACE_MS, unlessAborted } from "./unless-aborted.ts";

/** The model, hooks and request options of a run. */
export interface RunSetup {
  readonly model: Model;
  readonly hooks: AgentLoopHooks;
  readonly request: SimpleStreamOptions;
}

/** The state that the steps of one run share. The context is the run's own copy; replaced values apply to all later steps. */
export interface RunState {
  context: AgentContext;
  model: Model;
  readonly hooks: AgentLoopHooks;
  request: SimpleStreamOptions;
  readonly newMessages: AgentMessage[];
  readonly signal: AbortSignal | undefined;
  /** Aborts the latest answer, either together with the run or alone. */
  answerSignal?: AbortSignal | undefined;
  readonly streamFn: StreamFn;
  readonly emit: (event: AgentEvent) => undefined | Promise<void>;
}

/** Adds a finished message and emits its two events. */
export async function appendMessage(run: RunState, message: AgentMessage): Promise<void> {
  run.context.messages.push(message);
  run.newMessages.push(message);
  await run.emit({ type: "message_start", message });
  await run.emit({ type: "message_end", message });
}

/** Copies a context from outside, so that the run does not change the caller's arrays. */
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

/** Awaits work that should stop on an abort, but gives up after the grace period. */
export async function withinGrace<T>({ hooks, signal }: RunState, work: T | Promise<T>): Promise<T> {
  return await unlessAborted(work, signal, hooks.abortGraceMs ?? DEFAULT_ABORT_GRACE_MS);
}
