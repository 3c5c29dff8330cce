import type { TUI } from "@tau/tui";

/** Interval at which streaming text is drawn: smooth enough to read, at a quarter of the work of every frame. */
const STREAM_FRAME_MS = 60;

/** Combines render requests: the first takes effect at once, later ones together after the interval. */
export class FramePace implements Pick<TUI, "requestRender"> {
  private readonly request: () => void;
  private last = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;

  constructor(request: () => void) {
    this.request = request;
  }

  requestRender(): void {
    if (this.timer) return;
    const wait = this.last + STREAM_FRAME_MS - performance.now();
    if (wait <= 0) this.fire();
    else this.timer = setTimeout(() => this.fire(), wait);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private fire(): void {
    this.timer = undefined;
    this.last = performance.now();
    this.request();
  }
}
