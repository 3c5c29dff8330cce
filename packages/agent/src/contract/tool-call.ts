import type { AssistantMessage, ImageContent, JsonValue, TextContent, ToolCall, Usage } from "@tau/ai";
import type { AgentContext } from "./config.ts";
import type { AgentTool, AgentToolResult } from "./tool.ts";

export type AgentToolCall = ToolCall;

export interface BeforeToolCallContext {
  assistantMessage: AssistantMessage;
  toolCall: AgentToolCall;
  /** Validated. */
  args: unknown;
  context: AgentContext;
}

export interface BeforeToolCallResult {
  block?: boolean;
  /** The model reads this instead of a result. */
  reason?: string;
  /** Counts as if the blocked call itself had asked to stop. */
  terminate?: boolean;
}

export interface AfterToolCallContext extends BeforeToolCallContext {
  result: AgentToolResult;
  isError: boolean;
}

/** Each field that is present replaces that field of the result. New `content` alone also drops `structuredContent`. */
export interface AfterToolCallResult {
  content?: (TextContent | ImageContent)[];
  details?: unknown;
  structuredContent?: JsonValue;
  isError?: boolean;
  usage?: Usage;
  terminate?: boolean;
}

/** A call that is about to run. A session records it before the effect. */
export interface ToolIntent {
  toolCall: AgentToolCall;
  args: unknown;
}

export interface ToolCallHooks {
  /** Permits or blocks a call. Throwing blocks it. */
  beforeToolCall?: (context: BeforeToolCallContext, signal?: AbortSignal) => Promise<BeforeToolCallResult | undefined>;
  /** Called after the permit and before the effect. Throwing prevents the effect. */
  onToolIntent?: (intent: ToolIntent) => void | Promise<void>;
  /** Throwing replaces the result with the error. */
  afterToolCall?: (context: AfterToolCallContext, signal?: AbortSignal) => Promise<AfterToolCallResult | undefined>;
}

export interface RunToolCallOptions extends ToolCallHooks {
  tools: readonly AgentTool[];
  /** The message that issued the call, passed to the hooks. */
  assistantMessage: AssistantMessage;
  context: AgentContext;
  signal?: AbortSignal;
  onUpdate?: (partialResult: AgentToolResult) => void | Promise<void>;
  /** As in `AgentLoopConfig`. */
  abortGraceMs?: number;
}

export interface AgentToolCallOutcome {
  toolCall: AgentToolCall;
  result: AgentToolResult;
  isError: boolean;
  /** How long `execute` took; absent if it did not run. */
  durationMs?: number;
}
