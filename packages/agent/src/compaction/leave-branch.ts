import type { Usage } from "@tau/ai";
import { optional } from "../optional-fields.ts";
import type { BranchSummaryEntry, SessionEntry } from "../session/entries/entry.ts";
import type { SessionLog } from "../session/session-log.ts";
import { askFirst } from "./ask-first.ts";
import {
  collectEntriesForBranchSummary,
  type GenerateBranchSummaryOptions,
  generateBranchSummary,
} from "./branch-summary.ts";
import { CompactionError } from "./compaction-error.ts";

/** Options for moving to another entry of the tree. */
interface LeavingWishes {
  customInstructions?: string;
  /** Replaces our instructions with the custom ones instead of appending them. */
  replaceInstructions?: boolean;
  /** A label for the summary, or for the target entry if there is no summary. */
  label?: string;
}

/** The state before the leaf moves. */
export interface TreePreparation extends LeavingWishes {
  targetId: string;
  oldLeafId: string | null;
  commonAncestorId: string | null;
  entriesToSummarize: SessionEntry[];
  userWantsSummary: boolean;
}

/** The answer of a hook before the move. Fields that are absent keep the requested values. */
export interface LeavingAnswer extends LeavingWishes {
  cancel?: boolean;
  /** Used instead of a summary by a model, and only if a summary is wanted. */
  summary?: { summary: string; details?: unknown; usage?: Usage };
}

export interface LeaveBranchOptions extends Readonly<LeavingWishes> {
  readonly session: SessionLog;
  readonly targetId: string;
  /** The leaf after the move. Default: the target. */
  readonly leafId?: string | null;
  /** Whether to write a summary of the branch being left. */
  readonly summarize?: boolean;
  /** Model and options of the request for the summary. */
  readonly request: Omit<GenerateBranchSummaryOptions, "signal" | "customInstructions" | "replaceInstructions">;
  readonly signal: AbortSignal;
  readonly beforeLeave?: (preparation: TreePreparation) => Promise<LeavingAnswer | undefined>;
}

export type LeaveBranchOutcome =
  | {
      readonly status: "moved";
      readonly summaryEntry: BranchSummaryEntry | undefined;
      /** Whether the summary came from an extension. */
      readonly fromExtension: boolean;
    }
  | { readonly status: "cancelled" | "aborted" };

/** Moves to another entry of the tree. If a wanted summary cannot be made, it throws `CompactionError` and moves nothing. */
export async function leaveBranch(options: LeaveBranchOptions): Promise<LeaveBranchOutcome> {
  const { session, targetId, leafId = targetId, signal, summarize = false } = options;
  const oldLeafId = session.getLeafId();
  const { entries, commonAncestorId } = collectEntriesForBranchSummary(session, oldLeafId, targetId);
  const preparation: TreePreparation = {
    targetId,
    oldLeafId,
    commonAncestorId,
    entriesToSummarize: entries,
    userWantsSummary: summarize,
    ...wishesOf(options),
  };
  const answer = await beforeLeave(options, preparation);
  if (answer === "aborted") return { status: "aborted" };
  if (answer?.cancel) return { status: "cancelled" };
  const wishes = { ...wishesOf(options), ...wishesOf(answer ?? {}) };
  const brought = summarize ? answer?.summary : undefined;
  const made = summarize && !brought ? await makeSummary(entries, options, wishes) : undefined;
  if (signal.aborted) return { status: "aborted" };
  if (wentOn(session, oldLeafId)) {
    throw new CompactionError(
      "failed",
      "The session changed while its branch was being summarized, so it stays where it is. Try again.",
    );
  }
  const summaryEntry = move(session, leafId, brought ?? made, brought !== undefined);
  if (wishes.label !== undefined) {
    try {
      session.appendLabelChange(summaryEntry?.id ?? targetId, wishes.label);
    } catch (error) {
      moveTo(session, oldLeafId);
      throw error;
    }
  }
  return { status: "moved", summaryEntry, fromExtension: brought !== undefined };
}

/** Names, labels and an extension's notes may be appended at any time and are not part of the summary. */
const ASIDE = /^(?:session_info|label|custom)$/;

function wentOn(session: SessionLog, oldLeafId: string | null): boolean {
  const branch = session.getBranch();
  return branch.slice(branch.findIndex(({ id }) => id === oldLeafId) + 1).some(({ type }) => !ASIDE.test(type));
}

async function beforeLeave(
  options: LeaveBranchOptions,
  preparation: TreePreparation,
): Promise<LeavingAnswer | "aborted" | undefined> {
  try {
    return await askFirst(options.beforeLeave?.(preparation), options.signal);
  } catch (error) {
    if (error instanceof CompactionError && error.code === "aborted") return "aborted";
    throw error;
  }
}

async function makeSummary(
  entries: SessionEntry[],
  { request, signal }: LeaveBranchOptions,
  { customInstructions, replaceInstructions }: LeavingWishes,
): Promise<LeavingAnswer["summary"]> {
  if (entries.length === 0) return undefined;
  const wishes = optional({ customInstructions, replaceInstructions });
  const result = await generateBranchSummary(entries, { ...request, signal, ...wishes });
  if (result.error !== undefined) throw new CompactionError("failed", result.error);
  const { summary, usage, readFiles = [], modifiedFiles = [] } = result;
  return summary === undefined ? undefined : { summary, details: { readFiles, modifiedFiles }, ...optional({ usage }) };
}

function move(
  session: SessionLog,
  leafId: string | null,
  summary: LeavingAnswer["summary"],
  fromExtension: boolean,
): BranchSummaryEntry | undefined {
  if (summary) {
    const { summary: text, details, usage } = summary;
    const entry = session.getEntry(session.branchWithSummary(leafId, text, details, fromExtension || undefined, usage));
    return entry?.type === "branch_summary" ? entry : undefined;
  }
  moveTo(session, leafId);
  return undefined;
}

function moveTo(session: SessionLog, leafId: string | null): void {
  if (leafId === null) session.resetLeaf();
  else session.branch(leafId);
}

function wishesOf({ customInstructions, replaceInstructions, label }: LeavingWishes): LeavingWishes {
  return optional({ customInstructions, replaceInstructions, label });
}
