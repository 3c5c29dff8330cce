import type {
  AssistantMessage,
  AssistantMessageEventStream,
  Context,
  ImageContent,
  Message,
  Model,
  ModelThinkingLevel,
  SimpleStreamOptions,
  TextContent,
  ToolCall,
  ToolResultMessage,
  Usage,
} from "@tau/ai";
import type { AgentEvent } from "./events.ts";
import type { AgentMessage } from "./messages.ts";
import type { AgentTool, AgentToolResult, ToolExecutionMode } from "./tool.ts";

/** The loop's only contact with a model. Must not throw: a failure is the stream's last event. */
export type StreamFn = (
  model: Model,
  context: Context,
  options?: SimpleStreamOptions,
) => AssistantMessageEventStream | Promise<AssistantMessageEventStream>;

/** Awaited: the loop goes on when it has settled. */
export type AgentEventSink = (event: AgentEvent) => void | Promise<void>;

export type QueueMode = "all" | "one-at-a-time";

export type AgentToolCall = ToolCall;

export interface AgentContext {
  systemPrompt?: string;
  messages: AgentMessage[];
  tools?: AgentTool[];
}

export interface BeforeToolCallContext {
  assistantMessage: AssistantMessage;
  toolCall: AgentToolCall;
  /** Validated. */
  args: unknown;
  context: AgentContext;
}

export interface BeforeToolCallResult {
  block?: boolean;
  /** What the model reads instead of a result. */
  reason?: string;
  terminate?: boolean;
}

export interface AfterToolCallContext extends BeforeToolCallContext {
  result: AgentToolResult;
  isError: boolean;
}

/** Each field that is present replaces the result's. */
export interface AfterToolCallResult {
  content?: (TextContent | ImageContent)[];
  details?: unknown;
  isError?: boolean;
  usage?: Usage;
  terminate?: boolean;
}

export interface AgentTurnContext {
  message: AssistantMessage;
  toolResults: ToolResultMessage[];
  context: AgentContext;
  newMessages: AgentMessage[];
}

export interface AgentLoopTurnUpdate {
  context?: AgentContext;
  messages?: AgentMessage[];
  model?: Model;
  thinkingLevel?: ModelThinkingLevel;
}

/** A call that is about to run, or has run: the seam through which a session writes down its intent. */
export interface ToolIntent {
  toolCall: AgentToolCall;
  args: unknown;
}

export interface AgentLoopConfig extends SimpleStreamOptions {
  model: Model;
  convertToLlm(messages: AgentMessage[]): Message[] | Promise<Message[]>;
  transformContext?(messages: AgentMessage[], signal?: AbortSignal): Promise<AgentMessage[]>;
  /** Asked before each request, so that a token that expired meanwhile is renewed. */
  getApiKey?(provider: string): string | undefined | Promise<string | undefined>;
  getSteeringMessages?(): Promise<AgentMessage[]>;
  getFollowUpMessages?(): Promise<AgentMessage[]>;
  toolExecution?: ToolExecutionMode;
  /** The permit step. */
  beforeToolCall?(context: BeforeToolCallContext, signal?: AbortSignal): Promise<BeforeToolCallResult | undefined>;
  afterToolCall?(context: AfterToolCallContext, signal?: AbortSignal): Promise<AfterToolCallResult | undefined>;
  /** Called after the permit and before the effect. */
  onToolIntent?(intent: ToolIntent): void | Promise<void>;
  /** After the tool results, before `turn_end`. */
  finishTurn?(
    turn: AgentTurnContext,
    signal?: AbortSignal,
  ): undefined | { action: "continue" | "end" } | Promise<undefined | { action: "continue" | "end" }>;
  /** Before every request, the first included. */
  prepareRequest?(
    request: { context: AgentContext; model: Model; thinkingLevel: ModelThinkingLevel },
    signal?: AbortSignal,
  ): AgentLoopTurnUpdate | undefined | Promise<AgentLoopTurnUpdate | undefined>;
  /** After `turn_end`, when the loop goes on. */
  prepareNextTurn?(turn: AgentTurnContext): AgentLoopTurnUpdate | undefined | Promise<AgentLoopTurnUpdate | undefined>;
}
