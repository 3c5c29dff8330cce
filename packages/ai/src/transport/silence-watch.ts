import { SIGNS_OF_LIFE_FACTOR } from "../limits.ts";
import { monotonicNow } from "../monotonic-now.ts";
import { LONGEST_TIMER_MS } from "./sleep.ts";

/**
 * Aborts its signal when nothing was received for `timeoutMs`; never if that is 0. After the first `progressed` it also aborts when only
 * signs of life, such as comments, were received for several times as long. Uses one timer per request: `received` and `progressed` only
 * record the time, so that many small chunks cost no timers.
 */
export class SilenceWatch {
  private readonly controller = new AbortController();
  readonly timeoutMs: number;
  /** Whether it expired although signs of life arrived until the end. */
  isAlive = false;
  private lastHeard = monotonicNow();
  private lastProgress: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(timeoutMs: number) {
    this.timeoutMs = timeoutMs;
    if (timeoutMs > 0) this.arm(timeoutMs);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get expired(): boolean {
    return this.controller.signal.aborted;
  }

  received(): void {
    this.lastHeard = monotonicNow();
  }

  progressed(): void {
    this.lastProgress = monotonicNow();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Ends the request although data was received. */
  abandon(): void {
    this.stop();
    this.controller.abort();
  }

  private deadline(): number {
    const { lastHeard, lastProgress = Number.POSITIVE_INFINITY, timeoutMs } = this;
    return Math.min(lastHeard + timeoutMs, lastProgress + timeoutMs * SIGNS_OF_LIFE_FACTOR);
  }

  private arm(ms: number): void {
    this.timer = setTimeout(
      () => {
        const remaining = this.deadline() - monotonicNow();
        if (remaining > 1) return this.arm(remaining);
        this.isAlive = this.lastHeard + this.timeoutMs > this.deadline();
        this.controller.abort();
      },
      Math.min(ms, LONGEST_TIMER_MS),
    );
  }
}
