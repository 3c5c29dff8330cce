import { EventStream } from "@tau/ai";
import type { AgentContext, AgentEventSink, AgentLoopConfig, AgentLoopHooks, StreamFn } from "../contract/config.ts";
import type { AgentEvent } from "../contract/events.ts";
import type { AgentMessage } from "../contract/messages.ts";
import { assertContinuable, continueLoop, runLoop } from "./run.ts";
import type { RunSetup } from "./run-state.ts";
import { getDefaultStreamFn } from "./stream-fn.ts";

/** Runs turns until idle. Resolves to the prompts and every message after them. */
export async function runAgentLoop(
  prompts: AgentMessage[],
  context: AgentContext,
  config: AgentLoopConfig,
  emit: AgentEventSink,
  signal?: AbortSignal,
  streamFn?: StreamFn,
): Promise<AgentMessage[]> {
  return await runLoop(prompts, context, setupOf(config), emit, signal, streamFn);
}

/** Continues from a context that ends with a message the model has not answered. Resolves to the new messages. */
export async function runAgentLoopContinue(
  context: AgentContext,
  config: AgentLoopConfig,
  emit: AgentEventSink,
  signal?: AbortSignal,
  streamFn?: StreamFn,
): Promise<AgentMessage[]> {
  return await continueLoop(context, setupOf(config), emit, signal, streamFn);
}

/** Same as `runAgentLoop`, but returns a stream. A slow reader does not delay the run. */
export function agentLoop(
  prompts: AgentMessage[],
  context: AgentContext,
  config: AgentLoopConfig,
  signal?: AbortSignal,
  streamFn: StreamFn = getDefaultStreamFn(),
): EventStream<AgentEvent, AgentMessage[]> {
  return toStream((emit) => runAgentLoop(prompts, context, config, emit, signal, streamFn));
}

/** Same as `runAgentLoopContinue`, but returns a stream. Throws at once if the context cannot be continued. */
export function agentLoopContinue(
  context: AgentContext,
  config: AgentLoopConfig,
  signal?: AbortSignal,
  streamFn: StreamFn = getDefaultStreamFn(),
): EventStream<AgentEvent, AgentMessage[]> {
  assertContinuable(context);
  return toStream((emit) => runAgentLoopContinue(context, config, emit, signal, streamFn));
}

function toStream(run: (emit: AgentEventSink) => Promise<AgentMessage[]>): EventStream<AgentEvent, AgentMessage[]> {
  const stream = new EventStream<AgentEvent, AgentMessage[]>(
    (event) => event.type === "agent_end",
    (event) => (event.type === "agent_end" ? event.messages : []),
  );
  // Cannot reject: every failure inside a run is an event, and pushing to a stream does not fail.
  void run((event) => stream.push(event));
  return stream;
}

/** The names of all hooks. Everything else in a config is a request option. */
const HOOKS: Record<keyof AgentLoopHooks, true> = {
  convertToLlm: true,
  transformContext: true,
  getApiKey: true,
  getSteeringMessages: true,
  getFollowUpMessages: true,
  toolExecution: true,
  skipRemainingToolCalls: true,
  beforeToolCall: true,
  afterToolCall: true,
  onToolIntent: true,
  finishTurn: true,
  answerSignal: true,
  prepareRequest: true,
  prepareNextTurn: true,
  abortGraceMs: true,
  now: true,
};

function setupOf({ model, ...config }: AgentLoopConfig): RunSetup {
  const { hooks = [], request = [] } = Object.groupBy(Object.entries(config), ([name]) =>
    Object.hasOwn(HOOKS, name) ? "hooks" : "request",
  );
  return { model, hooks: Object.fromEntries(hooks) as unknown as AgentLoopHooks, request: Object.fromEntries(request) };
}
