import type {
  AfterToolCallContext,
  AfterToolCallResult,
  AgentMessage,
  BeforeToolCallContext,
  BeforeToolCallResult,
} from "@tau/agent";
import type { ImageContent, SimpleStreamOptions } from "@tau/ai";
import type { AgentSessionEvent } from "./session-event.ts";

export type InputSource = "interactive" | "rpc" | "extension";

export interface SessionInput {
  readonly text: string;
  readonly images: ImageContent[];
  readonly source: InputSource;
}

/**
 * Where others take part in a session: the extension host implements it. Every call is awaited, in the order of the events, and
 * what it returns decides.
 */
export interface SessionHooks {
  /** Sees what the user sent before anything else does. `undefined` means it was dealt with and no run starts. */
  onInput?(input: SessionInput): Promise<SessionInput | undefined>;
  /** May add messages to the prompt and change the system prompt for this run. */
  beforeRun?(input: SessionInput, systemPrompt: string): Promise<{ messages: AgentMessage[]; systemPrompt: string }>;
  /** May change what the model is shown, not what is remembered. */
  onContext?(messages: AgentMessage[], signal?: AbortSignal): Promise<AgentMessage[]>;
  beforeToolCall?(context: BeforeToolCallContext, signal?: AbortSignal): Promise<BeforeToolCallResult | undefined>;
  afterToolCall?(context: AfterToolCallContext, signal?: AbortSignal): Promise<AfterToolCallResult | undefined>;
  onEvent?(event: AgentSessionEvent): Promise<void>;
  readonly onPayload?: NonNullable<SimpleStreamOptions["onPayload"]>;
  readonly onResponse?: NonNullable<SimpleStreamOptions["onResponse"]>;
}
