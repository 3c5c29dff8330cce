/** The clock of the frames, replaceable in tests. */
export interface FrameClock {
  now(): number;
  /** Runs `task` after `delayMs`; 0 means after the input that has already arrived. Returns a function that cancels it. */
  schedule(task: () => void, delayMs: number): () => void;
}

const FRAME_MS = 16;
/** The frame time in a long stream. More frames would not be seen, and each one wakes the process and the terminal. */
const STREAM_FRAME_MS = 50;
/** This many frames in a row count as a stream. */
const STREAM_FRAMES = 8;
/** The frame time after a key. It is shorter, because users notice a delay of half a frame time. */
const KEY_FRAME_MS = 4;

export const systemClock: FrameClock = {
  // Not `performance`: its first use takes Node a millisecond, which would delay the first frame.
  now: () => process.uptime() * 1000,
  schedule(task, delayMs) {
    if (delayMs <= 0) {
      const immediate = setImmediate(task);
      return () => clearImmediate(immediate);
    }
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

/**
 * Combines any number of requests into at most one frame per frame time. Without a request it holds no timer. A stream is
 * drawn at a steady, slower pace; a key restores the full pace.
 */
export class FrameScheduler {
  private readonly draw: () => void;
  private readonly clock: FrameClock;
  private cancel: (() => void) | undefined;
  private lastFrame = Number.NEGATIVE_INFINITY;
  /** The number of frames that followed each other as soon as the pace allowed. */
  private streak = 0;

  constructor(draw: () => void, clock: FrameClock = systemClock) {
    this.draw = draw;
    this.clock = clock;
  }

  request(): void {
    if (!this.cancel) this.schedule(this.streak < STREAM_FRAMES ? FRAME_MS : STREAM_FRAME_MS);
  }

  /** Brings a requested frame forward, for example after a key. Does not request a frame itself. */
  hasten(): void {
    this.streak = 0;
    if (!this.cancel) return;
    this.stop();
    this.schedule(KEY_FRAME_MS);
  }

  drawNow(): void {
    this.stop();
    const now = this.clock.now();
    this.streak = now - this.lastFrame < 2 * STREAM_FRAME_MS ? this.streak + 1 : 0;
    this.lastFrame = now;
    this.draw();
  }

  stop(): void {
    this.cancel?.();
    this.cancel = undefined;
  }

  private schedule(sinceLastMs: number): void {
    const wait = Math.max(0, this.lastFrame + sinceLastMs - this.clock.now());
    this.cancel = this.clock.schedule(() => this.drawNow(), wait);
  }
}
