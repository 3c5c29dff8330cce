import type {
  AgentMessage,
  BranchSummaryEntry,
  CompactionEntry,
  CompactionPreparation,
  CompactionResult,
  LeavingAnswer,
  SessionEntry,
  TreePreparation,
} from "@tau/agent";

export type { TreePreparation } from "@tau/agent";

export type CompactionTrigger = "manual" | "threshold" | "overflow" | "idle";

/** A session has been started, loaded or reloaded. */
export interface SessionStartEvent {
  type: "session_start";
  reason: "startup" | "reload" | "new" | "resume" | "fork";
  /** Present for `new`, `resume` and `fork`. */
  previousSessionFile?: string;
}

export interface SessionInfoChangedEvent {
  type: "session_info_changed";
  /** `undefined` when the name was cleared. */
  name: string | undefined;
}

/** Emitted before another session replaces this one. */
export interface SessionBeforeSwitchEvent {
  type: "session_before_switch";
  reason: "new" | "resume";
  targetSessionFile?: string;
}

export interface SessionBeforeSwitchResult {
  cancel?: boolean;
}

export interface SessionBeforeForkEvent {
  type: "session_before_fork";
  entryId: string;
  position: "before" | "at";
}

export interface SessionBeforeForkResult {
  cancel?: boolean;
  skipConversationRestore?: boolean;
}

export interface SessionBeforeCompactEvent {
  type: "session_before_compact";
  preparation: CompactionPreparation;
  branchEntries: SessionEntry[];
  customInstructions?: string;
  reason: CompactionTrigger;
  /** True if the turn that overflowed the context window is retried afterwards. */
  willRetry: boolean;
  signal: AbortSignal;
}

export interface SessionBeforeCompactResult {
  cancel?: boolean;
  /** Used as the result instead of asking a model. */
  compaction?: CompactionResult;
}

/** Emitted before a model is asked for a summary. */
export interface SessionCompactingEvent {
  type: "session.compacting";
  sessionId: string;
  messages: AgentMessage[];
}

export interface SessionCompactingResult {
  /** The instructions for the model, in place of the default text about the form of a summary. */
  prompt?: string;
  /** Lines that the summary should take into account, in addition to the user's instructions. */
  context?: string[];
  /** Stored under this name in the details of the summary. */
  preserveData?: Record<string, unknown>;
}

export interface SessionCompactEvent {
  type: "session_compact";
  compactionEntry: CompactionEntry;
  fromExtension: boolean;
  reason: CompactionTrigger;
  willRetry: boolean;
}

export interface SessionCompactFailedEvent {
  type: "session_compact_failed";
  reason: CompactionTrigger;
  /** Absent if the compaction was cancelled. */
  errorMessage?: string;
  aborted: boolean;
  willRetry: boolean;
  fromExtension: boolean;
}

/** The last event that an extension instance receives: it is about to be replaced, or the program ends. */
export interface SessionShutdownEvent {
  type: "session_shutdown";
  reason: "quit" | "reload" | "new" | "resume" | "fork";
  targetSessionFile?: string;
}

export interface SessionBeforeTreeEvent {
  type: "session_before_tree";
  preparation: TreePreparation;
  signal: AbortSignal;
}

export type SessionBeforeTreeResult = LeavingAnswer;

export interface SessionTreeEvent {
  type: "session_tree";
  newLeafId: string | null;
  oldLeafId: string | null;
  summaryEntry?: BranchSummaryEntry;
  fromExtension?: boolean;
}

export type SessionEvent =
  | SessionStartEvent
  | SessionInfoChangedEvent
  | SessionBeforeSwitchEvent
  | SessionBeforeForkEvent
  | SessionBeforeCompactEvent
  | SessionCompactingEvent
  | SessionCompactEvent
  | SessionCompactFailedEvent
  | SessionShutdownEvent
  | SessionBeforeTreeEvent
  | SessionTreeEvent;
