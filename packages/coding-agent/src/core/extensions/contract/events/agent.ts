import type { AgentMessage, ContextEditEntry, CustomMessage, ProjectedSessionEntry } from "@tau/agent";
import type { AssistantMessageEvent, ImageContent, Message, TextContent, ToolResultMessage, Usage } from "@tau/ai";
import type { SystemPromptOptions } from "../system-prompt.ts";

export type CustomMessageDraft<T = unknown> = Pick<CustomMessage<T>, "customType" | "content" | "display" | "details">;

interface BeforeAgentStartBase {
  type: "before_agent_start";
  /** The system prompt with the changes of earlier handlers. */
  readonly systemPrompt: string;
  /** The parts of the system prompt; changes apply to this run only. */
  systemPromptOptions: SystemPromptOptions;
}

/** A prompt starts the run. */
export interface BeforeAgentStartUserEvent extends BeforeAgentStartBase {
  messageType: "user";
  prompt: string;
  images?: ImageContent[];
}

/** An extension's message starts the run. */
export interface BeforeAgentStartCustomEvent extends BeforeAgentStartBase {
  messageType: "custom";
  message: CustomMessage;
}

export type BeforeAgentStartEvent = BeforeAgentStartUserEvent | BeforeAgentStartCustomEvent;

export interface BeforeAgentStartEventResult {
  /** Stored in the session and shown to the model. */
  message?: CustomMessageDraft;
  /** The whole system prompt for this run; later handlers see it. */
  systemPrompt?: string;
}

export interface AgentStartEvent {
  type: "agent_start";
}

/** One run of the loop has ended; retries and queued messages may start another. */
export interface AgentEndEvent {
  type: "agent_end";
  messages: AgentMessage[];
}

export type AgentActivityOutcome = "completed" | "aborted" | "error";

export interface CustomEntryDraft {
  type: "custom";
  customType: string;
  data?: unknown;
}

export interface CustomMessageEntryDraft {
  type: "custom_message";
  customType: string;
  content: string | (TextContent | ImageContent)[];
  display: boolean;
  details?: unknown;
}

export interface ContextEditEntryDraft {
  type: "context_edit";
  targetId: string;
  replacement: ContextEditEntry["replacement"];
}

export interface CompactionEntryDraft {
  type: "compaction";
  summary: string;
  /** `null` keeps none of the earlier entries. */
  firstKeptEntryId: string | null;
  details?: unknown;
  usage?: Usage;
}

export type SessionBoundaryDraft =
  | CustomEntryDraft
  | CustomMessageEntryDraft
  | ContextEditEntryDraft
  | CompactionEntryDraft;

/** What the model would see if the proposed entries were added. */
export interface BoundaryContextPreview {
  contextEntries: ProjectedSessionEntry[];
  contextMessages: AgentMessage[];
  llmMessages: Message[];
  pendingMessages: AgentMessage[];
  canContinue: boolean;
}

/** The proposal of the earlier handlers. */
export interface BoundaryState {
  entries: SessionBoundaryDraft[];
  continue: boolean;
  context: BoundaryContextPreview;
  outcome: AgentActivityOutcome;
}

/** Each field that is present replaces that field of the proposal. */
export interface BoundaryResult {
  entries?: SessionBoundaryDraft[];
  continue?: boolean;
}

/** The last chance to continue the run: handlers may add entries and ask for one more request. */
export interface AgentBeforeSettleEvent extends BoundaryState {
  type: "agent_before_settle";
}

/** Nothing will happen until the next prompt. */
export interface AgentSettledEvent {
  type: "agent_settled";
  aborted: boolean;
}

export interface TurnStartEvent {
  type: "turn_start";
  turnIndex: number;
  timestamp: number;
}

export interface TurnEndEvent extends BoundaryState {
  type: "turn_end";
  turnIndex: number;
  message: AgentMessage;
  toolResults: ToolResultMessage[];
  messageEntryId: string;
  toolResultEntryIds: string[];
}

export interface MessageStartEvent {
  type: "message_start";
  message: AgentMessage;
}

export interface MessageUpdateEvent {
  type: "message_update";
  message: AgentMessage;
  assistantMessageEvent: AssistantMessageEvent;
}

export interface MessageEndEvent {
  type: "message_end";
  message: AgentMessage;
}

export interface MessageEndEventResult {
  /** Replaces the message; it must have the same role. */
  message?: AgentMessage;
}

/** The messages of one request, without system messages. Handlers may change them freely; the session keeps its own copies. */
export interface ContextEvent {
  type: "context";
  messages: AgentMessage[];
}

/** Emitted after every `context` handler, with all messages as they will be sent. */
export interface ContextWithSystemEvent {
  type: "context_with_system";
  messages: AgentMessage[];
}

export interface ContextEventResult {
  messages?: AgentMessage[];
}

export type UIPromptKind = "select" | "confirm" | "input" | "editor" | "custom";

/** An extension waits for an answer from the user. */
export interface UIPromptStartEvent {
  type: "ui_prompt_start";
  reason: "ui_prompt";
  kind: UIPromptKind;
  title?: string;
}

export interface UIPromptEndEvent {
  type: "ui_prompt_end";
  reason: "ui_prompt";
  kind: UIPromptKind;
  title?: string;
}
