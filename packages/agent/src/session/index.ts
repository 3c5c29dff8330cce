export {
  appendBashIntent,
  appendBashOutcome,
  BASH_INTENT,
  BASH_OUTCOME,
  type BashIntentData,
  findUnfinishedBash,
  type UnfinishedBash,
} from "./bash-intent.ts";
export { type BranchState, readBranchState } from "./branch-state.ts";
export { parseSessionEntries } from "./codec.ts";
export {
  buildContextEntries,
  buildSessionContext,
  buildSessionProjection,
  getLatestCompactionEntry,
  type ProjectedSessionEntry,
  projectContextEntry,
  type SessionContext,
  type SessionProjection,
  sessionEntryToContextMessages,
} from "./context.ts";
export type { ContextEnd } from "./context-end.ts";
export type { ContextState } from "./context-state.ts";
export type { SessionDiagnostic, SessionDiagnosticCode } from "./diagnostic.ts";
export * from "./entry.ts";
export { assertValidSessionId } from "./entry-id.ts";
export { exportJsonl } from "./export-jsonl.ts";
export { findInterruptedCalls, type InterruptedCall, planResume, type ResumePlan } from "./interrupted-turn.ts";
export type { LogStorage, NewLog, SessionStore } from "./log-storage.ts";
export { MemorySessionStore } from "./memory-store.ts";
export {
  type BashExecutionMessage,
  BRANCH_SUMMARY_PREFIX,
  BRANCH_SUMMARY_SUFFIX,
  type BranchSummaryMessage,
  bashExecutionToText,
  COMPACTION_SUMMARY_PREFIX,
  COMPACTION_SUMMARY_SUFFIX,
  type CompactionSummaryMessage,
  type CustomMessage,
  convertToLlm,
  createBranchSummaryMessage,
  createCompactionSummaryMessage,
  createCustomMessage,
} from "./messages.ts";
export { migrateSessionEntries } from "./migrations.ts";
export { SessionError, type SessionErrorCode } from "./session-error.ts";
export type { NewSessionOptions } from "./session-header.ts";
export { SessionLog } from "./session-log.ts";
export type { SessionPorts } from "./session-ports.ts";
export {
  appendToolArguments,
  appendToolIntent,
  TOOL_ARGUMENTS,
  TOOL_INTENT,
  type ToolArgumentsData,
  type ToolIntentData,
} from "./tool-intent.ts";
export type { SessionTreeNode } from "./tree.ts";
