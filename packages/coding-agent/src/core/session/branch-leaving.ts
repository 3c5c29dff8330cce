import type { Agent, BranchSummaryEntry, SessionEntry, SessionManager } from "@tau/agent";
import type { RetryPolicy } from "@tau/ai";
import { AgentSessionError } from "./session-error.ts";
import type { AgentSessionEvent } from "./session-event.ts";
import type { BranchSummaryText, SessionHooks } from "./session-hooks.ts";
import { summaryRetryEvents } from "./summary-retry-events.ts";
import { type NavigateOptions, type NavigateResult, navigationTarget } from "./tree-navigation.ts";

export interface BranchLeavingParts {
  readonly agent: Agent;
  readonly log: SessionManager;
  readonly reserveTokens: () => number;
  readonly retry: () => RetryPolicy;
  readonly emit: (event: AgentSessionEvent) => void | Promise<void>;
  readonly hooks: Pick<SessionHooks, "beforeLeaveBranch" | "onBranchLeft">;
}

/** Moves to another place of the tree, and leaves a summary of the branch behind if wanted. */
export class BranchLeaving {
  private running: AbortController | undefined;
  private readonly parts: BranchLeavingParts;

  constructor(parts: BranchLeavingParts) {
    this.parts = parts;
  }

  /** Nothing moves where it was cancelled, or the summary failed or was stopped. */
  async navigate(targetId: string, options: NavigateOptions = {}): Promise<NavigateResult> {
    const { agent, log, hooks } = this.parts;
    const { leafId, editorText } = navigationTarget(log, targetId);
    const oldLeafId = log.getLeafId();
    const handedBack = editorText === undefined ? {} : { editorText };
    if (leafId === oldLeafId) return { cancelled: false, ...handedBack };
    this.running = new AbortController();
    try {
      const { collectEntriesForBranchSummary } = await import("@tau/agent");
      const { entries, commonAncestorId } = collectEntriesForBranchSummary(log, oldLeafId, targetId);
      const { signal } = this.running;
      const { summarize: userWantsSummary = false, ...wishes } = options;
      const request = {
        targetId,
        oldLeafId,
        commonAncestorId,
        entriesToSummarize: entries,
        userWantsSummary,
        ...wishes,
        signal,
      };
      const answer = await hooks.beforeLeaveBranch?.(request);
      if (answer?.cancel) return { cancelled: true };
      const summary =
        answer?.summary ?? (userWantsSummary ? await this.summarize(entries, options, signal) : undefined);
      if (signal.aborted) return { cancelled: true, aborted: true };
      const summaryEntry = this.move(leafId, summary);
      if (options.label !== undefined) log.appendLabelChange(summaryEntry?.id ?? targetId, options.label);
      agent.state.messages = log.buildSessionContext().messages;
      const left = summaryEntry ? { summaryEntry } : {};
      await hooks.onBranchLeft?.({
        newLeafId: log.getLeafId(),
        oldLeafId,
        ...left,
        fromExtension: answer?.summary !== undefined,
      });
      return { cancelled: false, ...handedBack, ...left };
    } finally {
      this.running = undefined;
    }
  }

  abort(): void {
    this.running?.abort();
  }

  private move(leafId: string | null, summary: BranchSummaryText | undefined): BranchSummaryEntry | undefined {
    const { log } = this.parts;
    if (summary) {
      const entry = log.getEntry(log.branchWithSummary(leafId, summary.summary, summary.details));
      return entry?.type === "branch_summary" ? entry : undefined;
    }
    if (leafId === null) log.resetLeaf();
    else log.branch(leafId);
    return undefined;
  }

  private async summarize(
    entries: SessionEntry[],
    { customInstructions, replaceInstructions }: NavigateOptions,
    signal: AbortSignal,
  ): Promise<BranchSummaryText | undefined> {
    const { agent, reserveTokens, retry, emit } = this.parts;
    if (entries.length === 0) return undefined;
    const { generateBranchSummary } = await import("@tau/agent");
    const result = await generateBranchSummary(entries, {
      model: agent.state.model,
      signal,
      thinkingLevel: agent.state.thinkingLevel,
      reserveTokens: reserveTokens(),
      streamFn: agent.streamFunction,
      retry: retry(),
      callbacks: summaryRetryEvents(emit, { source: "branchSummary" }),
      ...(customInstructions === undefined ? {} : { customInstructions }),
      ...(replaceInstructions ? { replaceInstructions } : {}),
    });
    if (result.error !== undefined)
      throw new AgentSessionError("summary-failed", `The branch could not be summarized: ${result.error}`);
    const { summary, readFiles = [], modifiedFiles = [] } = result;
    return summary === undefined ? undefined : { summary, details: { readFiles, modifiedFiles } };
  }
}
