import type { Agent, LeaveBranchOutcome, SessionLog } from "@tau/agent";
import type { RetryPolicy } from "@tau/ai";
import { summaryRetryEvents } from "../compaction/summary-retry-events.ts";
import { AgentSessionError } from "../session-error.ts";
import type { AgentSessionEvent } from "../session-event.ts";
import type { SessionHooks } from "../session-hooks.ts";
import { type NavigateOptions, type NavigateResult, navigationTarget } from "./tree-navigation.ts";

export interface BranchLeavingParts {
  readonly agent: Agent;
  readonly log: SessionLog;
  readonly reserveTokens: () => number;
  readonly retry: () => RetryPolicy;
  readonly emit: (event: AgentSessionEvent) => void | Promise<void>;
  readonly hooks: Pick<SessionHooks, "beforeLeaveBranch" | "onBranchLeft">;
  /** Called after the conversation has changed, so that the other state of the branch is restored too. */
  readonly moved: () => Promise<void>;
  /** Whether neither a run nor a compaction is active. Both write to the branch that would be left. */
  readonly isIdle: () => boolean;
}

/** Moves to another entry of the tree and, if requested, adds a summary of the branch that is left. */
export class BranchLeaving {
  private running: AbortController | undefined;
  private readonly parts: BranchLeavingParts;

  constructor(parts: BranchLeavingParts) {
    this.parts = parts;
  }

  /** Moves to an entry. Nothing moves if this is cancelled, or the summary fails or is stopped. Throws while the session is busy. */
  async navigate(targetId: string, options: NavigateOptions = {}): Promise<NavigateResult> {
    const { agent, log, hooks } = this.parts;
    if (this.running || !this.parts.isIdle())
      throw new AgentSessionError("busy", "The session is at work on this branch. Wait until it is idle, or abort.");
    const { leafId, editorText } = navigationTarget(log, targetId);
    const oldLeafId = log.getLeafId();
    const handedBack = editorText === undefined ? {} : { editorText };
    if (leafId === oldLeafId) return { cancelled: false, ...handedBack };
    this.running = new AbortController();
    try {
      const outcome = await this.leave(targetId, leafId, options, this.running.signal);
      if (outcome.status !== "moved")
        return { cancelled: true, ...(outcome.status === "aborted" ? { aborted: true } : {}) };
      agent.state.messages = log.buildSessionContext().messages;
      await this.parts.moved();
      const { summaryEntry, fromExtension } = outcome;
      const left = summaryEntry ? { summaryEntry } : {};
      await hooks.onBranchLeft?.({ newLeafId: log.getLeafId(), oldLeafId, ...left, fromExtension });
      return { cancelled: false, ...handedBack, ...left };
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
  ): Promise<LeaveBranchOutcome> {
    const { agent, log: session, reserveTokens, retry, emit, hooks } = this.parts;
    const { CompactionError, leaveBranch } = await import("@tau/agent");
    try {
      return await leaveBranch({
        session,
        targetId,
        leafId,
        ...options,
        request: {
          model: agent.state.model,
          thinkingLevel: agent.state.thinkingLevel,
          reserveTokens: reserveTokens(),
          streamFn: agent.streamFunction,
          retry: retry(),
          callbacks: summaryRetryEvents(emit, { source: "branchSummary" }),
        },
        signal,
        beforeLeave: async (preparation) => await hooks.beforeLeaveBranch?.({ ...preparation, signal }),
      });
    } catch (error) {
      throw error instanceof CompactionError ? summaryFailed(error) : error;
    }
  }
}

function summaryFailed(cause: Error): AgentSessionError {
  return new AgentSessionError("summary-failed", `The branch could not be summarized: ${cause.message}`, { cause });
}
