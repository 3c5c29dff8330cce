export {
  type BranchPreparation,
  type BranchSummaryDetails,
  type BranchSummaryResult,
  type CollectEntriesResult,
  collectEntriesForBranchSummary,
  type GenerateBranchSummaryOptions,
  generateBranchSummary,
  prepareBranchEntries,
} from "./branch-summary.ts";
export { type CompactionDetails, type CompactionResult, compact } from "./compact.ts";
export { type CompactSessionOptions, type CompactSessionOutcome, compactSession } from "./compact-session.ts";
export { compactWithCandidates, withOtherModels } from "./compact-with-candidates.ts";
export { CompactionError, type CompactionErrorCode } from "./compaction-error.ts";
export { type CutPointResult, findCutPoint, findTurnStartIndex } from "./cut-point.ts";
export {
  computeFileLists,
  createFileOps,
  extractFileOpsFromMessage,
  type FileOperations,
  formatFileOperations,
} from "./file-operations.ts";
export { generateSummary, generateSummaryWithUsage } from "./generate-summary.ts";
export { generateHandoff, type HandoffRequest, startHandoffSession, wrapHandoff } from "./handoff.ts";
export {
  type LeaveBranchOptions,
  type LeaveBranchOutcome,
  type LeavingAnswer,
  leaveBranch,
  type TreePreparation,
} from "./leave-branch.ts";
export {
  findPromotion,
  OVERFLOW_GIVE_UP_MESSAGE,
  type OverflowCase,
  type OverflowDecision,
  OverflowGuard,
} from "./overflow.ts";
export { type CompactionPreparation, prepareCompaction } from "./prepare-compaction.ts";
export { estimateProjectedContextTokens, getLastAssistantUsage } from "./projected-tokens.ts";
export { SUMMARIZATION_SYSTEM_PROMPT } from "./prompts/summarization-system.ts";
export { DEFAULT_PRUNE_SETTINGS, findPrunableOutputs, type PrunedOutput, type PruneSettings } from "./prune.ts";
export { findRelief, pruneOutputs, type Relief, type ReliefRequest } from "./relief.ts";
export { createRemoteSummaryStreamFn } from "./remote-summary.ts";
export { serializeConversation } from "./serialize-conversation.ts";
export {
  type CompactionSettings,
  compactionThreshold,
  DEFAULT_COMPACTION_SETTINGS,
  fitToWindow,
  shouldCompact,
} from "./settings.ts";
export { completeSummarization, getSummarizationFailure, type SummaryRequest, type SummaryText } from "./summarize.ts";
