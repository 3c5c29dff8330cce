import type { Agent, BranchSummaryEntry, SessionEntry, SessionManager } from "@tau/agent";
import type { RetryPolicy } from "@tau/ai";
import { AgentSessionError } from "./session-error.ts";
import type { AgentSessionEvent } from "./session-event.ts";
import type { BranchSummaryText, LeaveBranchAnswer, SessionHooks } from "./session-hooks.ts";
import { summaryRetryEvents } from "./summary-retry-events.ts";
import { type NavigateOptions, type NavigateResult, navigationTarget } from "./tree-navigation.ts";

export interface BranchLeavingParts {
  readonly agent: Agent;
  readonly log: SessionManager;
  readonly reserveTokens: () => number;
  readonly retry: () => RetryPolicy;
  readonly emit: (event: AgentSessionEvent) => void | Promise<void>;
  readonly hooks: Pick<SessionHooks, "beforeLeaveBranch" | "onBranchLeft">;
  /** Neither a run nor a compaction is going on: both write to the branch that would be left. */
  readonly isIdle: () => boolean;
}

/** Moves to another place of the tree, and leaves a summary of the branch behind if wanted. */
export class BranchLeaving {
  private running: AbortController | undefined;
  private readonly parts: BranchLeavingParts;

  constructor(parts: BranchLeavingParts) {
    this.parts = parts;
  }

  /** Nothing moves where it was cancelled, or the summary failed or was stopped. Throws while the session is busy. */
  async navigate(targetId: string, options: NavigateOptions = {}): Promise<NavigateResult> {
    const { log } = this.parts;
    if (this.running || !this.parts.isIdle())
      throw new AgentSessionError("busy", "The session is at work on this branch. Wait until it is idle, or abort.");
    const { leafId, editorText } = navigationTarget(log, targetId);
    const handedBack = editorText === undefined ? {} : { editorText };
    if (leafId === log.getLeafId()) return { cancelled: false, ...handedBack };
    this.running = new AbortController();
    try {
      const result = await this.leave(targetId, leafId, options, this.running.signal);
      return result.cancelled ? result : { ...result, ...handedBack };
    } finally {
      this.running = undefined;
    }
  }

  abort(): void {
    this.running?.abort();
  }

  private async leave(
    targetId: string,
    leafId: string | null,
    options: NavigateOptions,
    signal: AbortSignal,
  ): Promise<NavigateResult> {
    const { agent, log, hooks } = this.parts;
    const { collectEntriesForBranchSummary } = await import("@tau/agent");
    const oldLeafId = log.getLeafId();
    const { entries, commonAncestorId } = collectEntriesForBranchSummary(log, oldLeafId, targetId);
    const { summarize: userWantsSummary = false, ...wishes } = options;
    const place = { targetId, oldLeafId, commonAncestorId, entriesToSummarize: entries };
    const answer = await hooks.beforeLeaveBranch?.({ ...place, userWantsSummary, ...wishes, signal });
    if (answer?.cancel) return { cancelled: true };
    const how = { ...wishes, ...overrides(answer) };
    const given = userWantsSummary ? answer?.summary : undefined;
    const summary = given ?? (userWantsSummary ? await this.summarize(entries, how, signal) : undefined);
    if (signal.aborted) return { cancelled: true, aborted: true };
    const fromExtension = given !== undefined;
    const summaryEntry = this.move(leafId, summary, fromExtension);
    if (how.label !== undefined) log.appendLabelChange(summaryEntry?.id ?? targetId, how.label);
    agent.state.messages = log.buildSessionContext().messages;
    const left = summaryEntry ? { summaryEntry } : {};
    await hooks.onBranchLeft?.({ newLeafId: log.getLeafId(), oldLeafId, ...left, fromExtension });
    return { cancelled: false, ...left };
  }

  private move(
    leafId: string | null,
    summary: BranchSummaryText | undefined,
    fromExtension: boolean,
  ): BranchSummaryEntry | undefined {
    const { log } = this.parts;
    if (summary) {
      const { summary: text, details, usage } = summary;
      const entry = log.getEntry(log.branchWithSummary(leafId, text, details, fromExtension || undefined, usage));
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
    const { summary, readFiles = [], modifiedFiles = [], usage } = result;
    return summary === undefined ? undefined : { summary, details: { readFiles, modifiedFiles }, usage };
  }
}

function overrides({ customInstructions, replaceInstructions, label }: LeaveBranchAnswer = {}): NavigateOptions {
  return {
    ...(customInstructions === undefined ? {} : { customInstructions }),
    ...(replaceInstructions === undefined ? {} : { replaceInstructions }),
    ...(label === undefined ? {} : { label }),
  };
}
