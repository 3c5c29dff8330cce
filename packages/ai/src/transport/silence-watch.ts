import { LONGEST_TIMER_MS } from "./sleep.ts";

/**
 * Aborts its signal when nothing was heard for `timeoutMs`; with 0, never. One timer for the whole request: `heard` only notes the
 * time, so a stream of many small chunks costs no timer each.
 */
export class SilenceWatch {
  private readonly controller = new AbortController();
  readonly timeoutMs: number;
  private lastHeard = performance.now();
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

  heard(): void {
    this.lastHeard = performance.now();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Ends the request although something was heard. */
  abandon(): void {
    this.stop();
    this.controller.abort();
  }

  private arm(ms: number): void {
    this.timer = setTimeout(
      () => {
        const remaining = this.lastHeard + this.timeoutMs - performance.now();
        if (remaining > 1) this.arm(remaining);
        else this.controller.abort();
      },
      Math.min(ms, LONGEST_TIMER_MS),
    );
  }
}
