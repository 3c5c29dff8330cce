export {
  appendBashIntent,
  appendBashOutcome,
  BASH_INTENT,
  BASH_OUTCOME,
  type BashIntentData,
  findUnfinishedBash,
  type UnfinishedBash,
} from "./context/bash-intent.ts";
export { type BranchState, readBranchState } from "./context/branch-state.ts";
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
} from "./context/context.ts";
export type { ContextEnd } from "./context/context-end.ts";
export type { ContextState } from "./context/context-state.ts";
export { findInterruptedCalls, type InterruptedCall, planResume, type ResumePlan } from "./context/interrupted-turn.ts";
export {
  appendToolIntent,
  TOOL_ARGUMENTS,
  TOOL_INTENT,
  type ToolArgumentsData,
  type ToolIntentData,
} from "./context/tool-intent.ts";
export type { SessionDiagnostic, SessionDiagnosticCode } from "./diagnostic.ts";
export { parseSessionEntries } from "./entries/codec.ts";
export * from "./entries/entry.ts";
export { assertValidSessionId } from "./entries/entry-id.ts";
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
} from "./entries/messages.ts";
export { migrateSessionEntries } from "./entries/migrations.ts";
export type { NewSessionOptions } from "./entries/session-header.ts";
export { exportJsonl } from "./export-jsonl.ts";
export type { LogStorage, NewLog, SessionStore } from "./log-storage.ts";
export { MemorySessionStore } from "./memory-store.ts";
export { SessionError, type SessionErrorCode } from "./session-error.ts";
export { SessionLog } from "./session-log.ts";
export type { SessionPorts } from "./session-ports.ts";
export type { SessionTreeNode } from "./tree.ts";
