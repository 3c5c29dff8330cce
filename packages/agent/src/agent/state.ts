import type { Model } from "@tau/ai";
import type { ThinkingLevel } from "../contract/config.ts";
import type { AgentEvent } from "../contract/events.ts";
import type { AgentMessage } from "../contract/messages.ts";
import type { AgentState } from "../contract/state.ts";
import type { AgentTool } from "../contract/tool.ts";
import type { AgentInitialState } from "./options.ts";

/** The state of an agent. While a run is active, only the events of the run change it. */
export class MutableAgentState implements AgentState {
  systemPrompt: string;
  model: Model;
  thinkingLevel: ThinkingLevel;
  isStreaming = false;
  streamingMessage?: AgentMessage;
  readonly pendingToolCalls = new Set<string>();
  errorMessage?: string;
  private toolList: AgentTool[];
  private messageList: AgentMessage[] | (() => AgentMessage[]);

  constructor(initial: AgentInitialState = {}) {
    this.systemPrompt = initial.systemPrompt ?? "";
    this.model = initial.model ?? NO_MODEL;
    this.thinkingLevel = initial.thinkingLevel ?? "off";
    this.toolList = [...(initial.tools ?? [])];
    const { messages = [] } = initial;
    this.messageList = typeof messages === "function" ? messages : [...messages];
  }

  get tools(): AgentTool[] {
    return this.toolList;
  }

  set tools(tools: AgentTool[]) {
    this.toolList = [...tools];
  }

  get messages(): AgentMessage[] {
    if (typeof this.messageList === "function") this.messageList = [...this.messageList()];
    return this.messageList;
  }

  set messages(messages: AgentMessage[]) {
    this.messageList = [...messages];
  }

  get hasLoadedMessages(): boolean {
    return typeof this.messageList !== "function";
  }

  reduce(event: AgentEvent): void {
    switch (event.type) {
      case "agent_start":
        delete this.errorMessage;
        break;
      case "message_start":
      case "message_update":
        this.streamingMessage = event.message;
        break;
      case "message_end":
        delete this.streamingMessage;
        this.messages.push(event.message);
        break;
      case "tool_execution_start":
        this.pendingToolCalls.add(event.toolCallId);
        break;
      case "tool_execution_end":
        this.pendingToolCalls.delete(event.toolCallId);
        break;
      case "turn_end":
        if (event.message.role === "assistant" && event.message.errorMessage !== undefined) {
          this.errorMessage = event.message.errorMessage;
        }
        break;
      case "agent_end":
        delete this.streamingMessage;
        break;
      case "turn_start":
      case "tool_execution_update":
        break;
    }
  }

  /** Restores the state before the first prompt; system prompt, model and tools stay. */
  reset(): void {
    this.messageList = [];
    this.pendingToolCalls.clear();
    delete this.streamingMessage;
    delete this.errorMessage;
  }
}

/** Placeholder until a model is chosen; a request with it fails with a message that says so. */
const NO_MODEL: Model = {
  id: "unknown",
  name: "unknown",
  api: "unknown",
  provider: "unknown",
  baseUrl: "",
  reasoning: false,
  input: [],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 0,
  maxTokens: 0,
};
