import { EventStream } from "@tau/ai";
import type { AgentContext, AgentEventSink, AgentLoopConfig, StreamFn } from "../contract/config.ts";
import type { AgentEvent } from "../contract/events.ts";
import type { AgentMessage } from "../contract/messages.ts";
import { assertContinuable, runAgentLoop, runAgentLoopContinue } from "./run.ts";
import { getDefaultStreamFn } from "./stream-fn.ts";

/** `runAgentLoop` as a stream: the reader follows at its own pace and never holds the run up. */
export function agentLoop(
  prompts: AgentMessage[],
  context: AgentContext,
  config: AgentLoopConfig,
  signal?: AbortSignal,
  streamFn: StreamFn = getDefaultStreamFn(),
): EventStream<AgentEvent, AgentMessage[]> {
  return toStream((emit) => runAgentLoop(prompts, context, config, emit, signal, streamFn));
}

/** `runAgentLoopContinue` as a stream. A context that cannot be continued throws here, before there is a stream. */
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
