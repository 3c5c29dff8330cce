/** Time as frames need it, so that a test can be the clock. */
export interface FrameClock {
  now(): number;
  /** Runs `task` after `delayMs`; 0 means after the input that is already here. Returns how to call it off. */
  schedule(task: () => void, delayMs: number): () => void;
}

const FRAME_MS = 16;
/** In a stream that goes on and on nobody sees more than this, and each frame wakes the process and the terminal. */
const STREAM_FRAME_MS = 50;
/** So many frames in a row are a stream. */
const STREAM_FRAMES = 8;
/** A key is answered sooner: half a frame time is what a hand notices. */
const KEY_FRAME_MS = 4;

export const systemClock: FrameClock = {
  // Not `performance`: the first look at it takes Node a millisecond, and every program's first frame would wait for it.
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
 * Turns any number of requests into at most one frame per frame time. With no request it holds no timer. A stream is drawn
 * at a steady pace below that; a key brings the full pace back.
 */
export class FrameScheduler {
  private readonly draw: () => void;
  private readonly clock: FrameClock;
  private cancel: (() => void) | undefined;
  private lastFrame = Number.NEGATIVE_INFINITY;
  /** Frames that followed each other as soon as they could. */
  private streak = 0;

  constructor(draw: () => void, clock: FrameClock = systemClock) {
    this.draw = draw;
    this.clock = clock;
  }

  request(): void {
    if (!this.cancel) this.schedule(this.streak < STREAM_FRAMES ? FRAME_MS : STREAM_FRAME_MS);
  }

  /** Brings a requested frame forward, as after a key. Requests nothing itself. */
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
