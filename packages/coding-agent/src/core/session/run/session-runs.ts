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
  /** Has the log been refused? Then another try would be one that nobody remembers. */
  readonly cannotRecord: () => boolean;
  /** Called when a run has ended. What is said until it resolves still goes into the next. */
  readonly afterRun?: (() => Promise<void> | undefined) | undefined;
  /** Called once nothing more follows, before subscribers are told. */
  readonly onSettled: () => void;
  /** Called when subscribers know that nothing runs any more. */
  readonly afterSettled: () => Promise<void>;
}

/** A run and what follows it by itself: another try after a failure, a shorter conversation after an overflow, one more request for an extension. */
export class SessionRuns {
  private running: Promise<void> | undefined;
  /** Resolves when the run begins, or cannot. */
  private preparing: Promise<void> | undefined;
  private aborted = false;
  /** Stops what is done while the run is made ready. */
  private preparation: AbortController | undefined;
  private readonly parts: SessionRunsParts;

  constructor(parts: SessionRunsParts) {
    this.parts = parts;
  }

  get isIdle(): boolean {
    return this.running === undefined && this.preparing === undefined;
  }

  /** Is a model at work? Not yet while the run is made ready. */
  get isRunning(): boolean {
    return this.running !== undefined;
  }

  /**
   * Resolves when everything has settled. A run that failed does not reject; one that could not be made ready does, and there was none.
   * What is said while it is made ready goes into it.
   */
  async run(start: () => Promise<void>, prepare?: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.aborted = false;
    if (prepare) await this.makeReady(prepare);
    this.running = this.runToSettlement(start);
    this.preparing = undefined;
    try {
      // Whoever stopped it while it was made ready could not reach it before.
      if (this.aborted) this.parts.agent.abort();
      await this.running;
    } finally {
      this.running = undefined;
      await this.tellEnd();
    }
  }

  /** The end is told whether or not all that waited for it could be written down. */
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

  /** Will the answer that just came be asked for again? */
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
      await this.runWithRetries(next).finally(() => this.parts.afterRun?.());
      const hasFailed = this.lastFailure() !== undefined;
      const room = this.aborted ? "not-needed" : await compaction.afterAnswer(this.lastAnswer());
      const isOver = this.aborted || room === "elsewhere" || hasFailed;
      // What was said at its end, or while the conversation was shortened: the run that would have taken it had ended.
      if (!isOver && agent.hasQueuedMessages()) next = () => agent.continue();
      else if (!isOver && room === "summarized" && compaction.continues)
        next = () => agent.prompt(continueMessage(agent.now()));
      else next = undefined;
    }
  }

  private async runWithRetries(start: () => Promise<void>): Promise<void> {
    const { retry, fallback } = this.parts;
    await start();
    while (!this.aborted && (await this.shouldContinue())) await this.continueRun();
    retry.settle(this.lastAnswer());
    fallback?.settle(this.lastAnswer());
  }

  /** An extension may ask for one more request where nothing new was said. */
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
    // It stays in the log; the model need not see it again.
    agent.state.messages = agent.state.messages.filter((message) => message !== answer);
    return true;
  }

  /** Another credential or model needs no waiting, and none of the tries. */
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
