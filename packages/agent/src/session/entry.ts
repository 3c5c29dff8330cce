import type {
  AssistantMessage,
  ImageContent,
  SystemMessage,
  TextContent,
  ToolResultMessage,
  Usage,
  UserMessage,
} from "@tau/ai";
import type { AgentMessage } from "../contract/messages.ts";

export const CURRENT_SESSION_VERSION = 3;

/** The first line of a session file. */
export interface SessionHeader {
  type: "session";
  version?: number;
  id: string;
  timestamp: string;
  cwd: string;
  parentSession?: string;
  /** A name, where another program keeps it here. */
  title?: string;
}

/** Every other line. Entries form a tree by `parentId`; the first has `null`. */
export interface SessionEntryBase {
  type: string;
  id: string;
  parentId: string | null;
  timestamp: string;
}

export interface SessionMessageEntry extends SessionEntryBase {
  type: "message";
  message: AgentMessage;
}

export interface ThinkingLevelChangeEntry extends SessionEntryBase {
  type: "thinking_level_change";
  thinkingLevel: string;
}

export interface ModelChangeEntry extends SessionEntryBase {
  type: "model_change";
  provider: string;
  modelId: string;
}

/** Money spent beside the conversation. */
export interface UsageEntry extends SessionEntryBase {
  type: "usage";
  kind: string;
  provider: string;
  model: string;
  usage: Usage;
  note?: string;
}

export interface CompactionEntry<TDetails = unknown> extends SessionEntryBase {
  type: "compaction";
  summary: string;
  firstKeptEntryId: string;
  tokensBefore: number;
  details?: TDetails;
  usage?: Usage;
  /** An extension wrote the summary. */
  fromHook?: boolean;
  /** Prompt and tools at this point, where another program keeps them in the session. */
  systemMessage?: SystemMessage;
}

export interface BranchSummaryEntry<TDetails = unknown> extends SessionEntryBase {
  type: "branch_summary";
  fromId: string;
  summary: string;
  details?: TDetails;
  usage?: Usage;
  fromHook?: boolean;
}

/** State of an extension; the model never sees it. */
export interface CustomEntry<TData = unknown> extends SessionEntryBase {
  type: "custom";
  customType: string;
  data?: TData;
}

/** A message of an extension; the model sees it as the user's. */
export interface CustomMessageEntry<TDetails = unknown> extends SessionEntryBase {
  type: "custom_message";
  customType: string;
  content: string | (TextContent | ImageContent)[];
  details?: TDetails;
  display: boolean;
}

export type ContextEditableContent =
  | UserMessage["content"]
  | AssistantMessage["content"]
  | ToolResultMessage["content"]
  | CustomMessageEntry["content"];

/** What is absent stays as the entry has it. The last two are of tool results. */
export interface ContextReplacement {
  content: ContextEditableContent;
  details?: unknown;
  isError?: boolean;
}

/** Changes what an earlier entry adds to the context: `null` leaves it out. */
export interface ContextEditEntry extends SessionEntryBase {
  type: "context_edit";
  targetId: string;
  replacement: ContextReplacement | null;
}

export interface LabelEntry extends SessionEntryBase {
  type: "label";
  targetId: string;
  label?: string;
}

export interface SessionInfoEntry extends SessionEntryBase {
  type: "session_info";
  name?: string;
}

export type SessionEntry =
  | SessionMessageEntry
  | ThinkingLevelChangeEntry
  | ModelChangeEntry
  | UsageEntry
  | CompactionEntry
  | BranchSummaryEntry
  | CustomEntry
  | CustomMessageEntry
  | ContextEditEntry
  | LabelEntry
  | SessionInfoEntry;

export type FileEntry = SessionHeader | SessionEntry;
