import type { Model } from "@tau/ai";
import type { ThinkingLevel } from "./config.ts";
import type { AgentMessage } from "./messages.ts";
import type { AgentTool } from "./tool.ts";

/**
 * Arrays are copied when assigned; reading returns the live arrays. Prompt, model, level and tools set during a run apply from its next
 * request on.
 */
export interface AgentState {
  systemPrompt: string;
  model: Model;
  thinkingLevel: ThinkingLevel;
  tools: AgentTool[];
  messages: AgentMessage[];
  /** True until the listeners of `agent_end` have settled. */
  readonly isStreaming: boolean;
  /** The answer that is streaming. */
  readonly streamingMessage?: AgentMessage;
  /** Ids of the calls that have started and not ended. */
  readonly pendingToolCalls: ReadonlySet<string>;
  /** Why the most recent answer failed or was aborted. */
  readonly errorMessage?: string;
}
