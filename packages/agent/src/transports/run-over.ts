import { defaultConvertToLlm } from "../agent/convert-to-llm.ts";
import type { AgentLoopConfig, StreamFn } from "../contract/config.ts";
import type { AgentEvent } from "../contract/events.ts";
import type { AgentMessage } from "../contract/messages.ts";
import { agentLoop } from "../loop/agent-loop.ts";
import type { AgentRunConfig } from "./agent-transport.ts";

/** Runs the loop with the stream function of a transport. */
export function runOver(
  streamFn: StreamFn,
  loop: Pick<AgentLoopConfig, "getApiKey">,
  run: { messages: AgentMessage[]; userMessage: AgentMessage; config: AgentRunConfig; signal: AbortSignal | undefined },
): AsyncIterable<AgentEvent> {
  const { model, systemPrompt, tools, reasoning, getQueuedMessages } = run.config;
  const config: AgentLoopConfig = {
    model,
    convertToLlm: defaultConvertToLlm,
    ...loop,
    ...(reasoning && { reasoning }),
    ...(getQueuedMessages && { getSteeringMessages: getQueuedMessages }),
  };
  return agentLoop([run.userMessage], { systemPrompt, messages: run.messages, tools }, config, run.signal, streamFn);
}
