import type { DeferredHandle } from "./deferred.ts";
import type { AssistantMessageDiagnostic } from "./diagnostic.ts";
import type { AssistantError } from "./errors.ts";
import type { JsonObject } from "./json.ts";
import type { Api, ModelThinkingLevel, ProviderId } from "./model.ts";
import type { Tool } from "./tool.ts";
import type { Usage } from "./usage.ts";

export interface TextContent {
  type: "text";
  text: string;
  /** Opaque vendor data that must be sent back with the text. */
  textSignature?: string;
}

export interface ThinkingContent {
  type: "thinking";
  thinking: string;
  thinkingSignature?: string;
  /** The vendor hid the text; `thinkingSignature` has the data to send back. */
  redacted?: boolean;
}

export interface ImageContent {
  type: "image";
  /** Base64 without a `data:` prefix. */
  data: string;
  mimeType: string;
}

export interface ToolCall {
  type: "toolCall";
  id: string;
  name: string;
  /** While the call streams, a snapshot of the text so far; complete once the block has ended. */
  arguments: JsonObject;
  thoughtSignature?: string;
  namespace?: string;
  /** Set if the complete text was not a JSON object; `arguments` is then `{}`. */
  argumentsError?: string;
}

/**
 * Instructions inside the conversation, which some session files contain. Sent at their position to models that accept that
 * (`supportsMidConvoSystemMessages`), otherwise merged into the system prompt.
 */
export interface SystemMessage {
  role: "system";
  content: string | TextContent[];
  sections?: Record<string, string | null>;
  toolsAdded?: Tool[];
  toolsRemoved?: { name: string }[];
  timestamp: number;
}

export interface UserMessage {
  role: "user";
  content: string | (TextContent | ImageContent)[];
  timestamp: number;
}

export type StopReason = "pending" | "stop" | "length" | "toolUse" | "error" | "aborted" | "deferred";

export type AssistantContent = TextContent | ThinkingContent | ToolCall;

export interface AssistantMessage {
  role: "assistant";
  content: AssistantContent[];
  api: Api;
  provider: ProviderId;
  model: string;
  /** The model that answered, if a router or fallback chose another one. */
  responseModel?: string;
  responseId?: string;
  /** The requested level. */
  thinkingLevel?: ModelThinkingLevel;
  /** The vendor's name for the effort of the answer. */
  providerThinkingLevel?: string;
  usage: Usage;
  stopReason: StopReason;
  /** The handle for fetching the answer, if the stop reason is `deferred`. */
  deferred?: DeferredHandle;
  /** The vendor's own stop reason. */
  rawStopReason?: string;
  errorMessage?: string;
  /** The failure in a machine-readable form. Present with `errorMessage` if the cause is known. */
  error?: AssistantError;
  /** Whether the vendor reports that the model meant to end its turn. */
  endTurn?: boolean;
  diagnostics?: AssistantMessageDiagnostic[];
  timestamp: number;
  durationMs?: number;
}

/** A call that another tool made while it ran. */
export interface NestedToolCallRecord {
  id: string;
  name: string;
  /** Left out if large; `argumentsBytes` then has the size. */
  arguments?: JsonObject;
  argumentsBytes?: number;
  status: "ok" | "error" | "unfinished";
  durationMs?: number;
  error?: string;
}

export interface NestedToolCalls {
  calls: NestedToolCallRecord[];
  /** False if calls or arguments are missing, or a call had not ended. */
  complete: boolean;
}

export interface ToolResultMessage<TDetails = unknown> {
  role: "toolResult";
  toolCallId: string;
  toolName: string;
  content: (TextContent | ImageContent)[];
  details?: TDetails;
  /** What the tool itself spent on model requests. */
  usage?: Usage;
  /** For the record; never sent to the model. */
  nestedCalls?: NestedToolCalls;
  isError: boolean;
  timestamp: number;
  durationMs?: number;
}

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolResultMessage;
