import type {
  AssistantMessage,
  AssistantMessageEventStream,
  Context,
  Message,
  Model,
  ModelThinkingLevel,
  SimpleStreamOptions,
  Tool,
  ToolResultMessage,
} from "@tau/ai";
import type { AgentEvent } from "./events.ts";
import type { AgentMessage } from "./messages.ts";
import type { AgentTool, ToolExecutionMode } from "./tool.ts";
import type { ToolCallHooks } from "./tool-call.ts";

/** The loop's only contact with a model. Must not throw: it reports a failure as the last event of the stream. */
export type StreamFn = (
  model: Model,
  context: Context,
  options?: SimpleStreamOptions,
) => AssistantMessageEventStream | Promise<AssistantMessageEventStream>;

/** Awaited: the loop continues when it has settled. Receives one event at a time, in order. An error it throws ends the run. */
export type AgentEventSink = (event: AgentEvent) => void | Promise<void>;

export type QueueMode = "all" | "one-at-a-time";

/** When a steering message takes effect: after the tool calls of the turn, or before those not yet started. */
export type InterruptMode = "wait" | "immediate";

/** The level as the user chooses it; the type of the providers has no `off`. */
export type ThinkingLevel = ModelThinkingLevel;

export interface AgentContext {
  systemPrompt?: string;
  messages: AgentMessage[];
  tools?: AgentTool[];
}

/** A turn with its tool results. */
export interface AgentTurnContext {
  message: AssistantMessage;
  toolResults: ToolResultMessage[];
  context: AgentContext;
  /** The messages that the run would return if it ended here. */
  newMessages: AgentMessage[];
}

export interface PrepareNextTurnContext extends AgentTurnContext {}

/**
 * `continue` asks for one more request, unless tool results or queued messages cause one anyway; `end` ends the run; `proceed` changes
 * nothing. `messages` replace the conversation from the next request on.
 */
export interface AgentTurnDecision {
  action: "continue" | "end" | "proceed";
  messages?: AgentMessage[];
}

/** Called after the tool results and before `turn_end`, also for failed and aborted answers, for which `action` is ignored. */
export type FinishTurn = (
  turn: AgentTurnContext,
  signal?: AbortSignal,
  // biome-ignore lint/suspicious/noConfusingVoidType: a callback without a return statement must fit
) => AgentTurnDecision | undefined | void | Promise<AgentTurnDecision | undefined | void>;

/** Each field that is present applies from the next request on. */
export interface AgentLoopTurnUpdate {
  context?: AgentContext;
  /** Appended with their own events, before queued messages. */
  messages?: AgentMessage[];
  model?: Model;
  thinkingLevel?: ThinkingLevel;
}

export interface PrepareRequestContext {
  context: AgentContext;
  model: Model;
  thinkingLevel: ThinkingLevel;
}

export type AgentRequestUpdate = Omit<AgentLoopTurnUpdate, "messages">;

/** Called before every request, including the first, after queued messages have been delivered. */
export type PrepareRequest = (
  request: PrepareRequestContext,
  signal?: AbortSignal,
  // biome-ignore lint/suspicious/noConfusingVoidType: a callback without a return statement must fit
) => AgentRequestUpdate | undefined | void | Promise<AgentRequestUpdate | undefined | void>;

/** A request with its own prompt and tools instead of the run's. */
export interface OwnContext {
  messages: AgentMessage[];
  systemPrompt: string;
  tools: Tool[];
}

/** The hooks and settings of a run. */
export interface AgentLoopHooks extends ToolCallHooks {
  convertToLlm: (messages: AgentMessage[]) => Message[] | Promise<Message[]>;
  /** Returns the messages for one request, optionally with a prompt and tools that replace the run's. */
  transformContext?: (messages: AgentMessage[], signal?: AbortSignal) => Promise<AgentMessage[] | OwnContext>;
  /** Called before each request, so that an expired token is renewed. Overrides `apiKey`. */
  getApiKey?: (provider: string) => string | undefined | Promise<string | undefined>;
  /** Called at the start of a run and after each turn. */
  getSteeringMessages?: () => Promise<AgentMessage[]>;
  /** Called when the run would otherwise end. */
  getFollowUpMessages?: () => Promise<AgentMessage[]>;
  /** Default `parallel`. A called tool marked `sequential` makes its batch sequential either way. */
  toolExecution?: ToolExecutionMode;
  /** Called before each tool call starts; `true` skips this call and the rest of the batch, each with a result that says so. */
  skipRemainingToolCalls?: () => boolean;
  finishTurn?: FinishTurn;
  /**
   * Returns a signal for the next answer. If it is aborted but the run's signal is not, the run continues with the messages waiting for
   * delivery.
   */
  answerSignal?: () => AbortSignal;
  prepareRequest?: PrepareRequest;
  /** Called after `turn_end` if the loop continues. */
  prepareNextTurn?: (
    turn: PrepareNextTurnContext,
  ) => AgentLoopTurnUpdate | undefined | Promise<AgentLoopTurnUpdate | undefined>;
  /** How long a stream or tool may take to stop after an abort, in milliseconds; then the loop continues without it. Default 5000. */
  abortGraceMs?: number;
  /** The clock for messages that the loop creates. Default: `Date.now`. */
  now?: () => number;
}

/** Hooks and request options in one object, as callers pass them. */
export interface AgentLoopConfig extends SimpleStreamOptions, AgentLoopHooks {
  model: Model;
}
