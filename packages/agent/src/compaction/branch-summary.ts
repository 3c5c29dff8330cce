import type { Model, ModelThinkingLevel, RetryCallbacks, RetryPolicy, Usage } from "@tau/ai";
import type { StreamFn } from "../contract/config.ts";
import type { AgentMessage } from "../contract/messages.ts";
import { projectEntries } from "../session/context/context.ts";
import type { SessionEntry } from "../session/entries/entry.ts";
import type { SessionLog } from "../session/session-log.ts";
import { estimateTokens } from "../usage/estimate-tokens.ts";
import { CompactionError } from "./compaction-error.ts";
import {
  addFileLists,
  computeFileLists,
  createFileOps,
  extractFileOpsFromMessage,
  type FileLists,
  type FileOperations,
  formatFileOperations,
} from "./file-operations.ts";
import { BRANCH_SUMMARY_PREAMBLE, BRANCH_SUMMARY_PROMPT } from "./prompts/branch-summary.ts";
import { askForSummary } from "./summarize.ts";

export type BranchSummaryDetails = FileLists;

export interface BranchSummaryResult {
  summary?: string;
  usage?: Usage;
  readFiles?: string[];
  modifiedFiles?: string[];
  aborted?: boolean;
  error?: string;
}

export interface BranchPreparation {
  /** In chronological order. */
  messages: AgentMessage[];
  fileOps: FileOperations;
  totalTokens: number;
}

export interface CollectEntriesResult {
  /** The entries of the branch being left, oldest first. */
  entries: SessionEntry[];
  commonAncestorId: string | null;
}

export interface GenerateBranchSummaryOptions {
  model: Model;
  apiKey?: string;
  headers?: Record<string, string>;
  env?: Record<string, string>;
  signal: AbortSignal;
  thinkingLevel?: ModelThinkingLevel;
  customInstructions?: string;
  /** Replaces our instructions with the custom ones instead of appending them. */
  replaceInstructions?: boolean;
  /** Default 16384. */
  reserveTokens?: number;
  streamFn?: StreamFn;
  retry?: RetryPolicy;
  callbacks?: RetryCallbacks;
}

const DEFAULT_RESERVE_TOKENS = 16_384;
/** A summary that exceeds the budget is still included while less than this share of the budget is used. */
const SUMMARY_SHARE = 0.9;

/** Returns the entries between a leaf and its last common ancestor with the target. */
export function collectEntriesForBranchSummary(
  session: Pick<SessionLog, "getBranch">,
  oldLeafId: string | null,
  targetId: string,
): CollectEntriesResult {
  const left = oldLeafId === null ? [] : session.getBranch(oldLeafId);
  const target = new Set(session.getBranch(targetId).map(({ id }) => id));
  const sharedAt = left.findLastIndex(({ id }) => target.has(id));
  return { entries: left.slice(sharedAt + 1), commonAncestorId: left[sharedAt]?.id ?? null };
}

/** Returns the newest messages that fit into `tokenBudget` (0 for all), and the files of all entries. */
export function prepareBranchEntries(entries: SessionEntry[], tokenBudget = 0): BranchPreparation {
  const projected = projectEntries(entries);
  const fileOps = createFileOps();
  for (const { sourceEntry: entry, messages } of projected) {
    if (entry.type === "branch_summary" && !entry.fromHook) addFileLists(entry.details, fileOps);
    for (const message of messages) extractFileOpsFromMessage(message, fileOps);
  }
  const chosen: AgentMessage[][] = [];
  let totalTokens = 0;
  for (const { sourceEntry, messages } of projected.toReversed()) {
    const tokens = messages.reduce((sum, message) => sum + estimateTokens(message), 0);
    const fits = tokenBudget <= 0 || totalTokens + tokens <= tokenBudget;
    if (!fits && !(isSummary(sourceEntry) && totalTokens < tokenBudget * SUMMARY_SHARE)) break;
    chosen.push(messages);
    totalTokens += tokens;
    if (!fits) break;
  }
  return { messages: chosen.reverse().flat(), fileOps, totalTokens };
}

/** Never throws for a failed or aborted request: the result reports it, and nothing has been written. */
export async function generateBranchSummary(
  entries: SessionEntry[],
  options: GenerateBranchSummaryOptions,
): Promise<BranchSummaryResult> {
  const { model, reserveTokens = DEFAULT_RESERVE_TOKENS } = options;
  const { messages, fileOps } = prepareBranchEntries(entries, Math.max(0, model.contextWindow - reserveTokens));
  if (messages.length === 0) return { summary: "No content to summarize" };
  try {
    const { text, usage } = await askForSummary(messages, instructionsFor(options), "Branch summary", options);
    const lists = computeFileLists(fileOps);
    const summary = BRANCH_SUMMARY_PREAMBLE + text + formatFileOperations(lists.readFiles, lists.modifiedFiles);
    return { summary, usage, ...lists };
  } catch (error) {
    if (!(error instanceof CompactionError)) throw error;
    return error.code === "aborted" ? { aborted: true } : { error: error.message };
  }
}

function instructionsFor({ customInstructions, replaceInstructions }: GenerateBranchSummaryOptions): string {
  if (!customInstructions) return BRANCH_SUMMARY_PROMPT;
  if (replaceInstructions) return customInstructions;
  return `${BRANCH_SUMMARY_PROMPT}\n\nPay special attention to this: ${customInstructions}`;
}

function isSummary({ type }: SessionEntry): boolean {
  return type === "compaction" || type === "branch_summary";
}
