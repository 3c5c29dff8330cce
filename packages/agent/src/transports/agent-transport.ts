import type { Model, ThinkingLevel } from "@tau/ai";
import type { AgentEvent } from "../contract/events.ts";
import type { AgentMessage } from "../contract/messages.ts";
import type { AgentTool } from "../contract/tool.ts";

export interface AgentRunConfig {
  systemPrompt: string;
  tools: AgentTool[];
  model: Model;
  reasoning?: ThinkingLevel;
  /** Called after each turn for messages to deliver within the run. */
  getQueuedMessages?: () => Promise<AgentMessage[]>;
}

/** Executes a run. The events are the same whether this program or a server calls the model. */
export interface AgentTransport {
  run(
    messages: AgentMessage[],
    userMessage: AgentMessage,
    config: AgentRunConfig,
    signal?: AbortSignal,
  ): AsyncIterable<AgentEvent>;
}
