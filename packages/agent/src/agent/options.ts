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
  /** A function is called when somebody first asks for the messages. */
  messages?: AgentMessage[] | (() => AgentMessage[]);
};

/** Awaited in the order of subscription. What it throws is reported and does not touch the run. */
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

/** What can be changed between runs: each is also a property of the agent, where `undefined` takes it away. */
export interface AgentSettings extends ToolCallHooks, StreamSettings {
  convertToLlm?: (messages: AgentMessage[]) => MaybePromise<Message[]>;
  transformContext?: AgentLoopConfig["transformContext"];
  getApiKey?: AgentLoopConfig["getApiKey"];
  finishTurn?: FinishTurn;
  prepareRequest?: PrepareRequest;
  prepareNextTurn?: (signal?: AbortSignal) => MaybePromise<AgentLoopTurnUpdate | undefined>;
  /** Asked instead of `prepareNextTurn` where both are given. */
  prepareNextTurnWithContext?: (
    turn: PrepareNextTurnContext,
    signal?: AbortSignal,
  ) => MaybePromise<AgentLoopTurnUpdate | undefined>;
  toolExecution?: ToolExecutionMode;
  interruptMode?: InterruptMode;
  abortGraceMs?: number;
  now?: AgentLoopConfig["now"];
  /**
   * Writes an event down before any listener sees it. Unlike a listener's, its failure ends the run: what could not be recorded must not
   * take effect.
   */
  recordEvent?: AgentListener;
  /** Told what a listener threw, and at which event. Default: `console.error`. */
  onListenerError?: (error: unknown, event: AgentEvent) => void;
}

/** The same fields, as they are once the agent exists. */
export type CurrentAgentSettings = { [K in keyof AgentSettings]: AgentSettings[K] | undefined };

export interface AgentOptions extends AgentSettings {
  initialState?: AgentInitialState;
  /** Default: what `setDefaultStreamFn` set. */
  streamFn?: StreamFn;
  steeringMode?: QueueMode;
  followUpMode?: QueueMode;
}
