import type { AgentToolResult } from "@tau/agent";
import type { ImageContent, JsonValue, TextContent, Usage } from "@tau/ai";
import type {
  BashToolDetails,
  BashToolInput,
  EditToolDetails,
  EditToolInput,
  FindToolDetails,
  FindToolInput,
  GrepToolDetails,
  GrepToolInput,
  LsToolDetails,
  LsToolInput,
  ReadToolDetails,
  ReadToolInput,
  WriteToolInput,
} from "../../../tools/index.ts";

/** The input and the result details of each built-in tool. */
interface BuiltinToolIo {
  powershell: { input: BashToolInput; details: BashToolDetails | undefined };
  bash: { input: BashToolInput; details: BashToolDetails | undefined };
  read: { input: ReadToolInput; details: ReadToolDetails | undefined };
  edit: { input: EditToolInput; details: EditToolDetails | undefined };
  write: { input: WriteToolInput; details: undefined };
  grep: { input: GrepToolInput; details: GrepToolDetails | undefined };
  find: { input: FindToolInput; details: FindToolDetails | undefined };
  ls: { input: LsToolInput; details: LsToolDetails | undefined };
}

type BuiltinToolName = keyof BuiltinToolIo;

interface ToolEventBase {
  toolCallId: string;
  /** The id of the call of another tool that made this call. */
  parentToolCallId?: string;
  /** The child session in which the call was made. Absent in the user's session. */
  childId?: string;
}

/** Handlers may change `input` in place: later handlers and the tool see the change. It is not validated again. */
interface ToolCallEventOf<TName extends string, TInput> extends ToolEventBase {
  type: "tool_call";
  toolName: TName;
  input: TInput;
}

export type BashToolCallEvent = ToolCallEventOf<"bash", BashToolInput>;
export type PowerShellToolCallEvent = ToolCallEventOf<"powershell", BashToolInput>;
export type ReadToolCallEvent = ToolCallEventOf<"read", ReadToolInput>;
export type EditToolCallEvent = ToolCallEventOf<"edit", EditToolInput>;
export type WriteToolCallEvent = ToolCallEventOf<"write", WriteToolInput>;
export type GrepToolCallEvent = ToolCallEventOf<"grep", GrepToolInput>;
export type FindToolCallEvent = ToolCallEventOf<"find", FindToolInput>;
export type LsToolCallEvent = ToolCallEventOf<"ls", LsToolInput>;
export type CustomToolCallEvent = ToolCallEventOf<string, Record<string, unknown>>;

export type ToolCallEvent =
  | { [K in BuiltinToolName]: ToolCallEventOf<K, BuiltinToolIo[K]["input"]> }[BuiltinToolName]
  | CustomToolCallEvent;

export interface ToolCallEventResult {
  block?: boolean;
  /** The text that the model reads instead of a result. */
  reason?: string;
  /** Whether the blocked call asks to stop the run; the run stops if every call of the batch does. */
  terminate?: boolean;
  /** Counts like a rule of the user for this call: `ask` asks the user, `allow` permits what no rule denies or asks about. */
  permission?: { decision: "allow" | "ask"; reason?: string };
}

/** The permission policy is about to ask the user about a call. */
export interface PermissionRequestEvent extends ToolEventBase {
  type: "permission_request";
  toolName: string;
  input: unknown;
  /** Why the user is asked. */
  reason: string;
}

/** Answers in place of the user. `allow` has the limits of a rule: where no rule could permit the call, the user is asked nevertheless. */
export interface PermissionRequestEventResult {
  decision: "allow" | "deny";
  /** The text that the model reads instead of a result. */
  reason?: string;
}

interface ToolResultEventOf<TName extends string, TDetails> extends ToolEventBase {
  type: "tool_result";
  toolName: TName;
  input: Record<string, unknown>;
  content: (TextContent | ImageContent)[];
  details: TDetails;
  structuredContent?: JsonValue;
  isError: boolean;
  usage?: Usage;
}

export type BashToolResultEvent = ToolResultEventOf<"bash", BashToolDetails | undefined>;
export type PowerShellToolResultEvent = ToolResultEventOf<"powershell", BashToolDetails | undefined>;
export type ReadToolResultEvent = ToolResultEventOf<"read", ReadToolDetails | undefined>;
export type EditToolResultEvent = ToolResultEventOf<"edit", EditToolDetails | undefined>;
export type WriteToolResultEvent = ToolResultEventOf<"write", undefined>;
export type GrepToolResultEvent = ToolResultEventOf<"grep", GrepToolDetails | undefined>;
export type FindToolResultEvent = ToolResultEventOf<"find", FindToolDetails | undefined>;
export type LsToolResultEvent = ToolResultEventOf<"ls", LsToolDetails | undefined>;
export type CustomToolResultEvent = ToolResultEventOf<string, unknown>;

export type ToolResultEvent =
  | { [K in BuiltinToolName]: ToolResultEventOf<K, BuiltinToolIo[K]["details"]> }[BuiltinToolName]
  | CustomToolResultEvent;

/** Each field that is present replaces that field of the result. New `content` without `structuredContent` drops the old `structuredContent`. */
export interface ToolResultEventResult {
  content?: (TextContent | ImageContent)[];
  details?: unknown;
  structuredContent?: JsonValue;
  isError?: boolean;
  usage?: Usage;
}

export interface ToolExecutionStartEvent extends ToolEventBase {
  type: "tool_execution_start";
  toolName: string;
  args: unknown;
}

export interface ToolExecutionUpdateEvent extends ToolEventBase {
  type: "tool_execution_update";
  toolName: string;
  args: unknown;
  partialResult: AgentToolResult;
}

export interface ToolExecutionEndEvent extends ToolEventBase {
  type: "tool_execution_end";
  toolName: string;
  result: AgentToolResult;
  isError: boolean;
  /** Absent if the tool did not run. */
  durationMs?: number;
}

export function isBashToolResult(event: ToolResultEvent): event is BashToolResultEvent {
  return event.toolName === "bash";
}
export function isPowerShellToolResult(event: ToolResultEvent): event is PowerShellToolResultEvent {
  return event.toolName === "powershell";
}
export function isReadToolResult(event: ToolResultEvent): event is ReadToolResultEvent {
  return event.toolName === "read";
}
export function isEditToolResult(event: ToolResultEvent): event is EditToolResultEvent {
  return event.toolName === "edit";
}
export function isWriteToolResult(event: ToolResultEvent): event is WriteToolResultEvent {
  return event.toolName === "write";
}
export function isGrepToolResult(event: ToolResultEvent): event is GrepToolResultEvent {
  return event.toolName === "grep";
}
export function isFindToolResult(event: ToolResultEvent): event is FindToolResultEvent {
  return event.toolName === "find";
}
export function isLsToolResult(event: ToolResultEvent): event is LsToolResultEvent {
  return event.toolName === "ls";
}

/** Narrows a call event to one tool: by name alone for built-in tools, with both type arguments for other tools. */
export function isToolCallEventType<TName extends BuiltinToolName>(
  toolName: TName,
  event: ToolCallEvent,
): event is ToolCallEventOf<TName, BuiltinToolIo[TName]["input"]>;
export function isToolCallEventType<TName extends string, TInput extends Record<string, unknown>>(
  toolName: TName,
  event: ToolCallEvent,
): event is ToolCallEventOf<TName, TInput>;
export function isToolCallEventType(toolName: string, event: ToolCallEvent): boolean {
  return event.toolName === toolName;
}
