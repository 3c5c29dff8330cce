import type { Usage } from "@tau/ai";
import { optional } from "../optional-fields.ts";
import type { BranchSummaryEntry, SessionEntry } from "../session/entry.ts";
import type { SessionLog } from "../session/session-log.ts";
import { askFirst } from "./ask-first.ts";
import {
  collectEntriesForBranchSummary,
  type GenerateBranchSummaryOptions,
  generateBranchSummary,
} from "./branch-summary.ts";
import { CompactionError } from "./compaction-error.ts";

/** How the way to another place of the tree shall be gone. */
interface LeavingWishes {
  customInstructions?: string;
  /** The instructions stand in place of ours, not after them. */
  replaceInstructions?: boolean;
  /** A bookmark for the summary, or for the place that is gone to where there is none. */
  label?: string;
}

/** What is known before the leaf moves. */
export interface TreePreparation extends LeavingWishes {
  targetId: string;
  oldLeafId: string | null;
  commonAncestorId: string | null;
  entriesToSummarize: SessionEntry[];
  userWantsSummary: boolean;
}

/** What another may decide about it. What it leaves open stays as it was wished. */
export interface LeavingAnswer extends LeavingWishes {
  cancel?: boolean;
  /** Taken instead of asking a model, and only where a summary is wanted. */
  summary?: { summary: string; details?: unknown; usage?: Usage };
}

export interface LeaveBranchOptions extends Readonly<LeavingWishes> {
  readonly session: SessionLog;
  readonly targetId: string;
  /** Where to stand afterwards. Default: at the target. */
  readonly leafId?: string | null;
  /** Leave a summary of the branch behind. */
  readonly summarize?: boolean;
  /** Who makes the summary. */
  readonly request: Omit<GenerateBranchSummaryOptions, "signal" | "customInstructions" | "replaceInstructions">;
  readonly signal: AbortSignal;
  readonly beforeLeave?: (preparation: TreePreparation) => Promise<LeavingAnswer | undefined>;
}

export type LeaveBranchOutcome =
  | {
      readonly status: "moved";
      readonly summaryEntry: BranchSummaryEntry | undefined;
      /** Whether the summary is another's. */
      readonly fromExtension: boolean;
    }
  | { readonly status: "cancelled" | "aborted" };

/** Moves to another place of the tree. Where a wanted summary cannot be made, `CompactionError` is thrown and nothing has moved. */
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

/** A name, a label or a note of an extension's may come at any time, and is no part of what is summarized. */
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
