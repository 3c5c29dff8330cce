import type { Agent } from "@tau/agent";
import type { AssistantMessage } from "@tau/ai";
import { continueMessage } from "../compaction/continue-message.ts";
import type { SessionCompactor } from "../compaction/session-compactor.ts";
import type { AgentSessionEvent } from "../session-event.ts";
import type { SessionHooks } from "../session-hooks.ts";
import type { AutoRetry } from "./auto-retry.ts";
import type { RateLimitFallback } from "./rate-limit-fallback.ts";

export interface SessionRunsParts {
  readonly agent: Agent;
  readonly retry: AutoRetry;
  readonly fallback?: RateLimitFallback | undefined;
  readonly compaction: SessionCompactor;
  readonly hooks: Pick<SessionHooks, "beforeSettle">;
  readonly emit: (event: AgentSessionEvent) => void | Promise<void>;
  /** Whether the log rejected a write. If so, nothing is retried, because the retry could not be recorded either. */
  readonly cannotRecord: () => boolean;
  /** Called when a run has ended. Messages that arrive until it resolves are delivered in the next run. */
  readonly afterRun?: (() => Promise<void> | undefined) | undefined;
  /** Called when nothing more follows, before subscribers are notified. */
  readonly onSettled: () => void;
  /** Called after subscribers were notified that nothing runs any more. */
  readonly afterSettled: () => Promise<void>;
}

/** Executes a run and what follows automatically: a retry after a failure, a compaction after an overflow, one more request for an extension. */
export class SessionRuns {
  private running: Promise<void> | undefined;
  /** Resolves when the run starts or fails to start. */
  private preparing: Promise<void> | undefined;
  private aborted = false;
  /** Stops the preparation of a run. */
  private preparation: AbortController | undefined;
  private readonly parts: SessionRunsParts;

  constructor(parts: SessionRunsParts) {
    this.parts = parts;
  }

  get isIdle(): boolean {
    return this.running === undefined && this.preparing === undefined;
  }

  /** Whether a run has started. False while it is being prepared. */
  get isRunning(): boolean {
    return this.running !== undefined;
  }

  /**
   * Resolves when everything has settled. Does not reject if the run fails; rejects if the run could not be prepared and therefore did not
   * start. Messages that arrive during the preparation are delivered in this run.
   */
  async run(start: () => Promise<void>, prepare?: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.aborted = false;
    if (prepare) await this.makeReady(prepare);
    this.running = this.runToSettlement(start);
    this.preparing = undefined;
    try {
      // An abort during the preparation could not reach the agent before.
      if (this.aborted) this.parts.agent.abort();
      await this.running;
    } finally {
      this.running = undefined;
      await this.tellEnd();
    }
  }

  /** Emits the end of the run, even if the waiting messages could not be written to the log. */
  private async tellEnd(): Promise<void> {
    try {
      this.parts.onSettled();
    } finally {
      await this.parts.emit({ type: "agent_settled", aborted: this.aborted });
      await this.parts.afterSettled();
    }
  }

  async abort(): Promise<void> {
    const { retry, compaction, agent } = this.parts;
    this.aborted = true;
    this.preparation?.abort();
    retry.abort();
    compaction.abort();
    agent.abort();
    await this.waitForIdle();
  }

  async waitForIdle(): Promise<void> {
    while (this.preparing !== undefined) await this.preparing;
    await this.running;
  }

  /** Whether the last answer will be requested again. */
  willRetry(): boolean {
    const { retry, cannotRecord } = this.parts;
    return !this.aborted && !cannotRecord() && retry.shouldRetry(this.lastAnswer());
  }

  /** The answer that ended the last run, if it failed. */
  lastFailure(): AssistantMessage | undefined {
    const last = this.lastAnswer();
    return last && isFailed(last) ? last : undefined;
  }

  private async makeReady(prepare: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.preparation = new AbortController();
    const ready = prepare(this.preparation.signal);
    this.preparing = ready.catch(() => undefined);
    try {
      await ready;
    } catch (error) {
      this.preparing = undefined;
      throw error;
    } finally {
      this.preparation = undefined;
    }
  }

  private async runToSettlement(start: () => Promise<void>): Promise<void> {
    const { agent, compaction } = this.parts;
    let next: (() => Promise<void>) | undefined = start;
    while (next) {
      if (await this.runAndRecord(next)) {
        this.aborted = false;
        next = () => agent.continue();
        continue;
      }
      const hasFailed = this.lastFailure() !== undefined;
      const room = this.aborted ? "not-needed" : await compaction.afterAnswer(this.lastAnswer());
      const isOver = this.aborted || room === "elsewhere" || hasFailed;
      // Messages that arrived at the end of the run or during the compaction: the run that would have delivered them had ended.
      if (!isOver && agent.hasQueuedMessages()) next = () => agent.continue();
      else if (!isOver && room === "summarized" && compaction.continues)
        next = () => agent.prompt(continueMessage(agent.now()));
      else next = undefined;
    }
  }

  /** Resolves to whether the run was stopped and a message was sent since, while its changes were recorded: that starts the next run. */
  private async runAndRecord(start: () => Promise<void>): Promise<boolean> {
    const { agent, afterRun } = this.parts;
    let hadQueued = true;
    try {
      await this.runWithRetries(start);
      hadQueued = agent.hasQueuedMessages();
    } finally {
      await afterRun?.();
    }
    return this.aborted && !hadQueued && agent.hasQueuedMessages();
  }

  private async runWithRetries(start: () => Promise<void>): Promise<void> {
    const { retry, fallback } = this.parts;
    await start();
    while (!this.aborted && (await this.shouldContinue())) await this.continueRun();
    retry.settle(this.lastAnswer());
    fallback?.settle(this.lastAnswer());
  }

  /** Continues the run. If the last message is an answer and nothing is queued, an extension asked for one more request. */
  private async continueRun(): Promise<void> {
    const { agent } = this.parts;
    const isAnswered = this.lastAnswer() !== undefined && !agent.hasQueuedMessages();
    await (isAnswered ? agent.prompt([]) : agent.continue());
  }

  private async shouldContinue(): Promise<boolean> {
    const { agent, compaction, hooks } = this.parts;
    const answer = this.lastAnswer();
    const overflow = compaction.overflow(answer);
    if (overflow === "give-up") {
      await compaction.giveUp();
      return false;
    }
    if (overflow === "recover") {
      if (!(await compaction.recover())) return false;
    } else if (!answer || !isFailed(answer)) return ((await hooks.beforeSettle?.()) ?? false) && !this.aborted;
    else if (!(await this.canTryAgain(answer))) return false;
    // The failed answer stays in the log; the model need not see it again.
    agent.state.messages = agent.state.messages.filter((message) => message !== answer);
    return true;
  }

  /** Whether to retry. Another credential or model is used at once and does not count as an attempt. */
  private async canTryAgain(answer: AssistantMessage): Promise<boolean> {
    const { retry, fallback, cannotRecord } = this.parts;
    if (cannotRecord()) return false;
    if (await fallback?.continueRun(answer)) return !this.aborted;
    return this.willRetry() && (await retry.wait(answer));
  }

  private lastAnswer(): AssistantMessage | undefined {
    const last = this.parts.agent.state.messages.at(-1);
    return last?.role === "assistant" ? last : undefined;
  }
}

function isFailed({ stopReason }: AssistantMessage): boolean {
  return stopReason === "error" || stopReason === "aborted";
}
