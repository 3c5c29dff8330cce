import type { AgentEvent, AgentMessage, CompactionResult, SessionEntry } from "@tau/agent";
import type { ModelThinkingLevel } from "@tau/ai";
import type { PermissionRequest } from "../permission/permission.ts";
import type { ChildEvent } from "./children/child-state.ts";

export type CompactionReason = "manual" | "threshold" | "overflow" | "idle";

type ToolExecutionEvent = Extract<AgentEvent, { type: `tool_execution_${string}` }>;

/** What a session tells its subscribers: the events of its runs, and what happens around them. */
export type AgentSessionEvent =
  | Exclude<AgentEvent, ToolExecutionEvent | { type: "agent_end" }>
  /** With a `parentToolCallId` another tool made the call: it is no part of the conversation. */
  | (ToolExecutionEvent & { parentToolCallId?: string })
  /** One run has ended; with `willRetry` another follows by itself. */
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
      /** There is no summary: a new session follows that begins with a document about this one. */
      handedOver?: boolean;
    }
  | { type: "auto_retry_start"; attempt: number; maxAttempts: number; delayMs: number; errorMessage: string }
  | { type: "auto_retry_end"; success: boolean; attempt: number; finalError?: string }
  /** Writing a summary failed in a way that passes by itself, and is tried again. */
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
  /** A model was rate limited or its window is full, and the run goes on with another credential or another model. */
  | { type: "retry_fallback_applied"; kind: "credential" | "model"; from: string; to: string; message: string }
  /** A call that would have asked the user was refused, because there was no way to ask. `rules` would have permitted it. */
  | ({ type: "permission_refused"; toolCallId: string | undefined; reason: string; rules: readonly string[] } & Omit<
      PermissionRequest,
      "call"
    >)
  | { type: "bash_execution_update"; id?: string; delta: string }
  /** A session that an extension has made below this one. */
  | ChildEvent
  /** What an extension tells clients; see `pi.publish`. */
  | { type: "extension_event"; extension: string; name: string; data?: unknown };

export type AgentSessionEventListener = (event: AgentSessionEvent) => void;
