import type { AgentMessage, ContextEditEntry, CustomMessage, ProjectedSessionEntry } from "@tau/agent";
import type { AssistantMessageEvent, ImageContent, Message, TextContent, ToolResultMessage, Usage } from "@tau/ai";
import type { SystemPromptOptions } from "../system-prompt.ts";

export type CustomMessageDraft<T = unknown> = Pick<CustomMessage<T>, "customType" | "content" | "display" | "details">;

interface BeforeAgentStartBase {
  type: "before_agent_start";
  /** As earlier handlers left it. */
  readonly systemPrompt: string;
  /** What the prompt is made of; changes hold for this run. */
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
  /** Kept in the session and shown to the model. */
  message?: CustomMessageDraft;
  /** The whole prompt for this run; later handlers see it. */
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
  /** `null` keeps nothing of what came before. */
  firstKeptEntryId: string | null;
  details?: unknown;
  usage?: Usage;
}

export type SessionBoundaryDraft =
  | CustomEntryDraft
  | CustomMessageEntryDraft
  | ContextEditEntryDraft
  | CompactionEntryDraft;

/** What the model would see if the proposal took effect. */
export interface BoundaryContextPreview {
  contextEntries: ProjectedSessionEntry[];
  contextMessages: AgentMessage[];
  llmMessages: Message[];
  pendingMessages: AgentMessage[];
  canContinue: boolean;
}

/** What earlier handlers proposed. */
export interface BoundaryState {
  entries: SessionBoundaryDraft[];
  continue: boolean;
  context: BoundaryContextPreview;
  outcome: AgentActivityOutcome;
}

/** Each field that is present takes the proposal's place. */
export interface BoundaryResult {
  entries?: SessionBoundaryDraft[];
  continue?: boolean;
}

/** The last chance to go on: entries may be added and one more request asked for. */
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
  /** Taken instead; it must keep the role. */
  message?: AgentMessage;
}

/** The messages of one request, without system messages: change them freely, the session keeps its own. */
export interface ContextEvent {
  type: "context";
  messages: AgentMessage[];
}

/** After every `context` handler: all messages, as they will be sent. */
export interface ContextWithSystemEvent {
  type: "context_with_system";
  messages: AgentMessage[];
}

export interface ContextEventResult {
  messages?: AgentMessage[];
}

export type UIPromptKind = "select" | "confirm" | "input" | "editor" | "custom";

/** Tau waits for the user to answer an extension. */
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
