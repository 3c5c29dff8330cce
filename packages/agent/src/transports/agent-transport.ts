import type { Model, ThinkingLevel } from "@tau/ai";
import type { AgentEvent } from "../contract/events.ts";
import type { AgentMessage } from "../contract/messages.ts";
import type { AgentTool } from "../contract/tool.ts";

export interface AgentRunConfig {
  systemPrompt: string;
  tools: AgentTool[];
  model: Model;
  reasoning?: ThinkingLevel;
  /** Asked after each turn for messages to deliver within the run. */
  getQueuedMessages?: () => Promise<AgentMessage[]>;
}

/** Where a run takes place: the same events, whether the model is asked from here or by a server. */
export interface AgentTransport {
  run(
    messages: AgentMessage[],
    userMessage: AgentMessage,
    config: AgentRunConfig,
    signal?: AbortSignal,
  ): AsyncIterable<AgentEvent>;
}
