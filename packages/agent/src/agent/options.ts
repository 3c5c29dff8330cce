import type { Message, SimpleStreamOptions } from "@tau/ai";
import type {
  AgentLoopConfig,
  AgentLoopTurnUpdate,
  FinishTurn,
  InterruptMode,
  PrepareNextTurnContext,
  PrepareRequest,
  QueueMode,
  StreamFn,
} from "../contract/config.ts";
import type { AgentEvent } from "../contract/events.ts";
import type { AgentMessage } from "../contract/messages.ts";
import type { AgentState } from "../contract/state.ts";
import type { ToolExecutionMode } from "../contract/tool.ts";
import type { ToolCallHooks } from "../contract/tool-call.ts";

export type AgentInitialState = Partial<
  Omit<AgentState, "pendingToolCalls" | "isStreaming" | "streamingMessage" | "errorMessage" | "messages">
> & {
  /** A function is called when the messages are first read. */
  messages?: AgentMessage[] | (() => AgentMessage[]);
};

/** Awaited in the order of subscription. An error it throws is reported and does not affect the run. */
export type AgentListener = (event: AgentEvent, signal: AbortSignal) => void | Promise<void>;

type MaybePromise<T> = T | Promise<T>;

type StreamSettings = Pick<
  SimpleStreamOptions,
  | "identity"
  | "onPayload"
  | "onProviderStreamEvent"
  | "onResponse"
  | "sessionId"
  | "thinkingBudgets"
  | "transport"
  | "maxRetryDelayMs"
>;

/** Settings that can change between runs. Each is also a property of the agent, where `undefined` removes it. */
export interface AgentSettings extends ToolCallHooks, StreamSettings {
  convertToLlm?: (messages: AgentMessage[]) => MaybePromise<Message[]>;
  transformContext?: AgentLoopConfig["transformContext"];
  getApiKey?: AgentLoopConfig["getApiKey"];
  finishTurn?: FinishTurn;
  prepareRequest?: PrepareRequest;
  prepareNextTurn?: (signal?: AbortSignal) => MaybePromise<AgentLoopTurnUpdate | undefined>;
  /** Called instead of `prepareNextTurn` if both are given. */
  prepareNextTurnWithContext?: (
    turn: PrepareNextTurnContext,
    signal?: AbortSignal,
  ) => MaybePromise<AgentLoopTurnUpdate | undefined>;
  toolExecution?: ToolExecutionMode;
  interruptMode?: InterruptMode;
  abortGraceMs?: number;
  now?: AgentLoopConfig["now"];
  /**
   * Records an event before any listener sees it. Unlike a listener's failure, its failure ends the run, so that nothing unrecorded takes
   * effect.
   */
  recordEvent?: AgentListener;
  /** Receives the error a listener threw and the event it was handling. Default: `console.error`. */
  onListenerError?: (error: unknown, event: AgentEvent) => void;
}

/** The same fields as properties of an existing agent, where each may be `undefined`. */
export type CurrentAgentSettings = { [K in keyof AgentSettings]: AgentSettings[K] | undefined };

export interface AgentOptions extends AgentSettings {
  initialState?: AgentInitialState;
  /** Default: the function that `setDefaultStreamFn` set. */
  streamFn?: StreamFn;
  steeringMode?: QueueMode;
  followUpMode?: QueueMode;
}
