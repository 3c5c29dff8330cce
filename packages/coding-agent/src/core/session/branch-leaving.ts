import { type Agent, type BranchSummaryEntry, collectEntriesForBranchSummary, generateBranchSummary, type SessionManager } from "@tau/agent";
import type { NavigateOptions, NavigateResult } from "./tree-navigation.ts";
import { navigationTarget } from "./tree-navigation.ts";

export interface BranchLeavingParts {
  readonly agent: Agent;
  readonly log: SessionManager;
  readonly reserveTokens: () => number;
}

/** Moves to another place of the tree, and leaves a summary of the branch behind if wanted. */
export class BranchLeaving {
  private running: AbortController | undefined;
  private readonly parts: BranchLeavingParts;

  constructor(parts: BranchLeavingParts) {
    this.parts = parts;
  }

  /** Nothing moves where the summary failed or was stopped. */
  async navigate(targetId: string, options: NavigateOptions = {}): Promise<NavigateResult> {
    const { agent, log } = this.parts;
    const { leafId, editorText } = navigationTarget(log, targetId);
    if (leafId === log.getLeafId()) return { cancelled: false, ...(editorText === undefined ? {} : { editorText }) };
    const summary = options.summarize ? await this.summarize(targetId, options) : undefined;
    if (summary?.aborted) return { cancelled: true, aborted: true };
    const summaryEntry = this.move(leafId, summary);
    if (options.label !== undefined) log.appendLabelChange(summaryEntry?.id ?? targetId, options.label);
    agent.state.messages = log.buildSessionContext().messages;
    return {
      cancelled: false,
      ...(editorText === undefined ? {} : { editorText }),
      ...(summaryEntry ? { summaryEntry } : {}),
    };
  }

  abort(): void {
    this.running?.abort();
  }

  private move(leafId: string | null, summary: { summary?: string; details?: unknown } | undefined): BranchSummaryEntry | undefined {
    const { log } = this.parts;
    if (summary?.summary !== undefined) {
      const entry = log.getEntry(log.branchWithSummary(leafId, summary.summary, summary.details));
      return entry?.type === "branch_summary" ? entry : undefined;
    }
    if (leafId === null) log.resetLeaf();
    else log.branch(leafId);
    return undefined;
  }

  private async summarize(targetId: string, options: NavigateOptions): Promise<{ summary?: string; details?: unknown; aborted?: boolean }> {
    const { agent, log, reserveTokens } = this.parts;
    const { entries } = collectEntriesForBranchSummary(log, log.getLeafId(), targetId);
    if (entries.length === 0) return {};
    this.running = new AbortController();
    try {
      const result = await generateBranchSummary(entries, {
        model: agent.state.model,
        signal: this.running.signal,
        thinkingLevel: agent.state.thinkingLevel,
        reserveTokens: reserveTokens(),
        streamFn: agent.streamFunction,
        ...(options.customInstructions === undefined ? {} : { customInstructions: options.customInstructions }),
        ...(options.replaceInstructions ? { replaceInstructions: true } : {}),
      });
      if (result.error !== undefined) throw new Error(`The branch could not be summarized: ${result.error}`);
      const { summary, readFiles = [], modifiedFiles = [], aborted } = result;
      return { ...(summary === undefined ? {} : { summary }), details: { readFiles, modifiedFiles }, ...(aborted ? { aborted } : {}) };
    } finally {
      this.running = undefined;
    }
  }
}
