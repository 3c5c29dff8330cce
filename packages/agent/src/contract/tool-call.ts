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
  /** What the model reads instead of a result. */
  reason?: string;
  /** Counts as the blocked call's own wish to stop. */
  terminate?: boolean;
}

export interface AfterToolCallContext extends BeforeToolCallContext {
  result: AgentToolResult;
  isError: boolean;
}

/** Each field that is present replaces the result's. New `content` alone also drops `structuredContent`. */
export interface AfterToolCallResult {
  content?: (TextContent | ImageContent)[];
  details?: unknown;
  structuredContent?: JsonValue;
  isError?: boolean;
  usage?: Usage;
  terminate?: boolean;
}

/** A call that is about to take effect: the seam through which a session writes down its intent. */
export interface ToolIntent {
  toolCall: AgentToolCall;
  args: unknown;
}

export interface ToolCallHooks {
  /** The permit step. Throwing blocks the call. */
  beforeToolCall?: (context: BeforeToolCallContext, signal?: AbortSignal) => Promise<BeforeToolCallResult | undefined>;
  /** Called after the permit and before the effect. Throwing prevents the effect. */
  onToolIntent?: (intent: ToolIntent) => void | Promise<void>;
  /** Throwing replaces the result with the error. */
  afterToolCall?: (context: AfterToolCallContext, signal?: AbortSignal) => Promise<AfterToolCallResult | undefined>;
}

export interface RunToolCallOptions extends ToolCallHooks {
  tools: readonly AgentTool[];
  /** What the hooks are told issued the call. */
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
  /** How long `execute` took; absent where it did not run. */
  durationMs?: number;
}
