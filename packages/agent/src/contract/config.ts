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

/** The loop's only contact with a model. Must not throw: a failure is the stream's last event. */
export type StreamFn = (
  model: Model,
  context: Context,
  options?: SimpleStreamOptions,
) => AssistantMessageEventStream | Promise<AssistantMessageEventStream>;

/** Awaited: the loop goes on when it has settled. One event at a time, in order. What it throws ends the run. */
export type AgentEventSink = (event: AgentEvent) => void | Promise<void>;

export type QueueMode = "all" | "one-at-a-time";

/** When a steering message takes effect: after the tool calls of the turn, or before those not yet started. */
export type InterruptMode = "wait" | "immediate";

/** The level as a user chooses it; the providers' own type has no `off`. */
export type ThinkingLevel = ModelThinkingLevel;

export interface AgentContext {
  systemPrompt?: string;
  messages: AgentMessage[];
  tools?: AgentTool[];
}

/** A turn whose tool results are in. */
export interface AgentTurnContext {
  message: AssistantMessage;
  toolResults: ToolResultMessage[];
  context: AgentContext;
  /** What the run would return if it ended here. */
  newMessages: AgentMessage[];
}

export interface PrepareNextTurnContext extends AgentTurnContext {}

/**
 * `continue` asks for one more request, unless tool results or queued messages cause one anyway; `end` ends the run; `proceed` leaves that
 * as it is. `messages` take the place of the conversation from the next request on.
 */
export interface AgentTurnDecision {
  action: "continue" | "end" | "proceed";
  messages?: AgentMessage[];
}

/** After the tool results and before `turn_end`, failed and aborted answers included (what they are to be followed by is ignored). */
export type FinishTurn = (
  turn: AgentTurnContext,
  signal?: AbortSignal,
  // biome-ignore lint/suspicious/noConfusingVoidType: a callback without a return statement must fit
) => AgentTurnDecision | undefined | void | Promise<AgentTurnDecision | undefined | void>;

/** Each field that is present holds from the next request on. */
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

/** Before every request, the first included, when queued messages have been delivered. */
export type PrepareRequest = (
  request: PrepareRequestContext,
  signal?: AbortSignal,
  // biome-ignore lint/suspicious/noConfusingVoidType: a callback without a return statement must fit
) => AgentRequestUpdate | undefined | void | Promise<AgentRequestUpdate | undefined | void>;

/** A request whose prompt and tools are not the run's. */
export interface OwnContext {
  messages: AgentMessage[];
  systemPrompt: string;
  tools: Tool[];
}

/** What takes part in a run, beside the model. */
export interface AgentLoopHooks extends ToolCallHooks {
  convertToLlm: (messages: AgentMessage[]) => Message[] | Promise<Message[]>;
  /** What the model is shown in one request, and with which prompt and tools if not the run's. */
  transformContext?: (messages: AgentMessage[], signal?: AbortSignal) => Promise<AgentMessage[] | OwnContext>;
  /** Asked before each request, so that a token that expired meanwhile is renewed. Wins over `apiKey`. */
  getApiKey?: (provider: string) => string | undefined | Promise<string | undefined>;
  /** Asked at the start of a run and after each turn. */
  getSteeringMessages?: () => Promise<AgentMessage[]>;
  /** Asked when the run would otherwise end. */
  getFollowUpMessages?: () => Promise<AgentMessage[]>;
  /** Default `parallel`. A called tool marked `sequential` makes its batch sequential either way. */
  toolExecution?: ToolExecutionMode;
  /** Asked before each tool call starts; `true` leaves it and the rest of the batch out, each with a result that says so. */
  skipRemainingToolCalls?: () => boolean;
  finishTurn?: FinishTurn;
  /** A signal for the answer that begins. Where it is aborted and the run's is not, the run goes on with what waits to be delivered. */
  answerSignal?: () => AbortSignal;
  prepareRequest?: PrepareRequest;
  /** After `turn_end`, when the loop goes on. */
  prepareNextTurn?: (
    turn: PrepareNextTurnContext,
  ) => AgentLoopTurnUpdate | undefined | Promise<AgentLoopTurnUpdate | undefined>;
  /** How long a stream or a tool may take to stop once told to; then the loop goes on without it. Default 5000. */
  abortGraceMs?: number;
  /** The clock of messages that the loop makes. Default: that of this machine. */
  now?: () => number;
}

/** Hooks and the options of every request in one object, as programs give them. */
export interface AgentLoopConfig extends SimpleStreamOptions, AgentLoopHooks {
  model: Model;
}
