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
  /** Opaque vendor data that must come back with the text. */
  textSignature?: string;
}

export interface ThinkingContent {
  type: "thinking";
  thinking: string;
  thinkingSignature?: string;
  /** The vendor hid the text; `thinkingSignature` holds what it wants back. */
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
  /** While the call streams, a snapshot of what has arrived; complete once the block has ended. */
  arguments: JsonObject;
  thoughtSignature?: string;
  namespace?: string;
  /** Set where the complete text was not a JSON object; `arguments` is then `{}`. */
  argumentsError?: string;
}

/**
 * Instructions inside the conversation, as some session files hold them. Sent where they stand to models that take them
 * there (`supportsMidConvoSystemMessages`), else folded into the system prompt.
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
  /** The model that answered, where a router or fallback chose another. */
  responseModel?: string;
  responseId?: string;
  /** The level that was asked for. */
  thinkingLevel?: ModelThinkingLevel;
  /** The vendor's own word for the effort the answer was given at. */
  providerThinkingLevel?: string;
  usage: Usage;
  stopReason: StopReason;
  /** Where to ask for the answer, if it stopped because it was `deferred`. */
  deferred?: DeferredHandle;
  /** The vendor's own word for why it stopped. */
  rawStopReason?: string;
  errorMessage?: string;
  /** What went wrong, in a form code can act on. Present with `errorMessage` where the cause is known. */
  error?: AssistantError;
  /** Whether the vendor says that the model meant to end its turn. */
  endTurn?: boolean;
  diagnostics?: AssistantMessageDiagnostic[];
  timestamp: number;
  durationMs?: number;
}

/** A call that another tool made while it ran. */
export interface NestedToolCallRecord {
  id: string;
  name: string;
  /** Left out where they are large; `argumentsBytes` then says how large. */
  arguments?: JsonObject;
  argumentsBytes?: number;
  status: "ok" | "error" | "unfinished";
  durationMs?: number;
  error?: string;
}

export interface NestedToolCalls {
  calls: NestedToolCallRecord[];
  /** False where calls or arguments are missing, or a call had not ended. */
  complete: boolean;
}

export interface ToolResultMessage<TDetails = unknown> {
  role: "toolResult";
  toolCallId: string;
  toolName: string;
  content: (TextContent | ImageContent)[];
  details?: TDetails;
  /** What the tool itself spent on models. */
  usage?: Usage;
  /** For the record; never sent to the model. */
  nestedCalls?: NestedToolCalls;
  isError: boolean;
  timestamp: number;
  durationMs?: number;
}

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolResultMessage;
