import type { SessionEntry } from "../session/entries/entry.ts";
import type { SessionLog } from "../session/session-log.ts";
import { askFirst, stopped } from "./ask-first.ts";
import type { CompactionResult } from "./compact.ts";
import { compactWithCandidates } from "./compact-with-candidates.ts";
import { CompactionError } from "./compaction-error.ts";
import { type CompactionPreparation, prepareCompaction } from "./prepare-compaction.ts";
import type { CompactionSettings } from "./settings.ts";
import type { SummaryRequest } from "./summarize.ts";

/** The answer of a hook that is asked before a session is compacted. */
export interface BeforeCompactAnswer {
  cancel?: boolean;
  /** Used instead of a summary by a model. */
  compaction?: CompactionResult;
  /** Replaces the usual prompt for the model. */
  prompt?: string;
  /** Replaces the instructions of the request. */
  customInstructions?: string;
  /** Stored in the details of the summary. */
  preserveData?: Record<string, unknown>;
}

export interface CompactSessionOptions {
  readonly session: SessionLog;
  readonly settings: CompactionSettings;
  /** Asked in this order until one has written the summary. */
  readonly candidates: readonly SummaryRequest[];
  readonly customInstructions?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly beforeCompact?: (
    preparation: CompactionPreparation,
    branchEntries: SessionEntry[],
  ) => Promise<BeforeCompactAnswer | undefined>;
}

export type CompactSessionOutcome =
  | {
      readonly status: "compacted";
      readonly entryId: string;
      readonly result: CompactionResult;
      readonly fromExtension: boolean;
    }
  | { readonly status: "cancelled" | "nothing-to-compact" };

/** Compacts the current branch. Appends one entry at the very end, or leaves the session unchanged. */
export async function compactSession(options: CompactSessionOptions): Promise<CompactSessionOutcome> {
  const { session, signal } = options;
  const leaf = session.getLeafId();
  const preparation = prepareCompaction(session.getActiveBranch(), options.settings);
  if (!preparation) return { status: "nothing-to-compact" };
  const answer = await askFirst(options.beforeCompact?.(preparation, session.getBranch()), signal);
  if (answer?.cancel) return { status: "cancelled" };
  const changed = answer?.prompt === undefined ? {} : { prompt: answer.prompt };
  const candidates = options.candidates.map((request) => ({
    ...request,
    ...changed,
    signal: signal ?? request.signal,
  }));
  const instructions = answer?.customInstructions ?? options.customInstructions;
  const made: CompactionResult =
    answer?.compaction ?? (await compactWithCandidates(preparation, candidates, instructions));
  const result = answer?.preserveData ? withData(made, answer.preserveData) : made;
  if (signal?.aborted) throw stopped();
  // Entries added meanwhile (a name, the output of a command) stay after the summary. After a switch to another branch the summary would
  // not match it.
  if (!session.getActiveBranch().some(({ id }) => id === leaf)) {
    throw new CompactionError(
      "failed",
      "The session changed while it was being compacted, so nothing was compacted. Try again.",
    );
  }
  const fromExtension = answer?.compaction !== undefined;
  const { summary, firstKeptEntryId, tokensBefore, details, usage } = result;
  const fromHook = fromExtension || undefined;
  const entryId = session.appendCompaction(summary, firstKeptEntryId, tokensBefore, details, fromHook, usage);
  return { status: "compacted", entryId, result, fromExtension };
}

function withData(result: CompactionResult, preserveData: Record<string, unknown>): CompactionResult {
  return { ...result, details: { ...(result.details as object | undefined), preserveData } };
}
