import type { SessionEntry } from "../session/entry.ts";
import type { SessionManager } from "../session/session-manager.ts";
import { askFirst, stopped } from "./ask-first.ts";
import type { CompactionResult } from "./compact.ts";
import { compactWithCandidates } from "./compact-with-candidates.ts";
import { CompactionError } from "./compaction-error.ts";
import { type CompactionPreparation, prepareCompaction } from "./prepare-compaction.ts";
import type { CompactionSettings } from "./settings.ts";
import type { SummaryRequest } from "./summarize.ts";

export interface CompactSessionOptions {
  readonly session: SessionManager;
  readonly settings: CompactionSettings;
  /** Asked in this order until one has made the summary. */
  readonly candidates: readonly SummaryRequest[];
  readonly customInstructions?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** May cancel, or bring a summary of its own. */
  readonly beforeCompact?: (
    preparation: CompactionPreparation,
    branchEntries: SessionEntry[],
  ) => Promise<{ cancel?: boolean; compaction?: CompactionResult } | undefined>;
}

export type CompactSessionOutcome =
  | {
      readonly status: "compacted";
      readonly entryId: string;
      readonly result: CompactionResult;
      readonly fromExtension: boolean;
    }
  | { readonly status: "cancelled" | "nothing-to-compact" };

/** Compacts the current branch. The session changes by one entry, at the very end, or not at all. */
export async function compactSession(options: CompactSessionOptions): Promise<CompactSessionOutcome> {
  const { session, signal } = options;
  const leaf = session.getLeafId();
  const preparation = prepareCompaction(session.getActiveBranch(), options.settings);
  if (!preparation) return { status: "nothing-to-compact" };
  const answer = await askFirst(options.beforeCompact?.(preparation, session.getBranch()), signal);
  if (answer?.cancel) return { status: "cancelled" };
  const candidates = options.candidates.map((request) => ({ ...request, signal: signal ?? request.signal }));
  const result: CompactionResult =
    answer?.compaction ?? (await compactWithCandidates(preparation, candidates, options.customInstructions));
  if (signal?.aborted) throw stopped();
  if (session.getLeafId() !== leaf) {
    throw new CompactionError("failed", "The session went on while it was compacted; nothing was changed. Try again.");
  }
  const fromExtension = answer?.compaction !== undefined;
  const { summary, firstKeptEntryId, tokensBefore, details, usage } = result;
  const fromHook = fromExtension || undefined;
  const entryId = session.appendCompaction(summary, firstKeptEntryId, tokensBefore, details, fromHook, usage);
  return { status: "compacted", entryId, result, fromExtension };
}
