import type { AgentEvent, AgentMessage, CompactionResult, SessionEntry } from "@tau/agent";
import type { ModelThinkingLevel } from "@tau/ai";
import type { PermissionRefusal } from "../permission/session-permission.ts";
import type { ChildEvent } from "./children/child-state.ts";

export type CompactionReason = "manual" | "threshold" | "overflow" | "idle";

type ToolExecutionEvent = Extract<AgentEvent, { type: `tool_execution_${string}` }>;

/** The events that a session sends to its subscribers: those of its runs, and others around them. */
export type AgentSessionEvent =
  | Exclude<AgentEvent, ToolExecutionEvent | { type: "agent_end" }>
  /** With a `parentToolCallId`, another tool made the call, and it is not part of the conversation. */
  | (ToolExecutionEvent & { parentToolCallId?: string })
  /** A run has ended; with `willRetry`, another follows automatically. */
  | { type: "agent_end"; messages: AgentMessage[]; willRetry: boolean }
  /** Nothing will happen until the next prompt. */
  | { type: "agent_settled"; aborted: boolean }
  | { type: "queue_update"; steering: readonly string[]; followUp: readonly string[] }
  | { type: "entry_appended"; entry: SessionEntry }
  | { type: "session_info_changed"; name: string | undefined }
  | { type: "thinking_level_changed"; level: ModelThinkingLevel }
  | { type: "compaction_start"; reason: CompactionReason }
  | {
      type: "compaction_end";
      reason: CompactionReason;
      result: CompactionResult | undefined;
      aborted: boolean;
      willRetry: boolean;
      errorMessage?: string;
      /** No summary was written: a new session follows that starts with a document about this one. */
      handedOver?: boolean;
    }
  | { type: "auto_retry_start"; attempt: number; maxAttempts: number; delayMs: number; errorMessage: string }
  | { type: "auto_retry_end"; success: boolean; attempt: number; finalError?: string }
  /** Writing a summary failed temporarily and is retried. */
  | {
      type: "summarization_retry_scheduled";
      attempt: number;
      maxAttempts: number;
      delayMs: number;
      errorMessage: string;
    }
  | { type: "summarization_retry_attempt_start"; source: "compaction"; reason: CompactionReason }
  | { type: "summarization_retry_attempt_start"; source: "branchSummary" }
  | { type: "summarization_retry_finished" }
  /** A model was rate limited or its context window is full, and the run continues with another credential or model. */
  | { type: "retry_fallback_applied"; kind: "credential" | "model"; from: string; to: string; message: string }
  | PermissionRefusal
  | { type: "bash_execution_update"; id?: string; delta: string }
  /** An event of a child session that an extension has created. */
  | ChildEvent
  /** An event that an extension sends to clients; see `pi.publish`. */
  | { type: "extension_event"; extension: string; name: string; data?: unknown };

export type AgentSessionEventListener = (event: AgentSessionEvent) => void;
