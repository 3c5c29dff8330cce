type Socket = import("node:net").Socket;

/** Text updated at this interval still looks fluent; a model writes a dozen words in that time. */
const REST_MS = 60;
/** Number of waits after which the stream is judged. */
const SAMPLE = 32;
/** Shorter waits or more bytes per wait mean that the server sends at full speed, and pausing would only slow it down. */
const TRICKLE_MS = 0.5;
const TRICKLE_BYTES = 16 * 1024;

/** With this option a paused socket stops reading after the first data instead of buffering further pieces. */
export const BATCHED_SOCKET = { highWaterMark: 1 } as const;

/**
 * A model sends one word at a time, hundreds per second, and most of the cost per word is the wake-up. While a stream trickles, this pauses
 * its socket after each read, so that the next read gets several words.
 */
export class BatchedReader {
  private readonly socket: Socket;
  private waits = 0;
  private bytes = 0;
  private since = performance.now();
  private isTrickle = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
  }

  read(bytes: number): void {
    this.bytes += bytes;
  }

  /** Must be called when everything is read and the wait for more begins. */
  wait(): void {
    this.waits++;
    if (this.waits === SAMPLE) this.judge();
    if (!this.isTrickle || this.timer) return;
    this.socket.pause();
    this.timer = setTimeout(() => this.stop(), REST_MS);
  }

  stop(): void {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.socket.resume();
  }

  private judge(): void {
    const now = performance.now();
    this.isTrickle = this.bytes < SAMPLE * TRICKLE_BYTES && now - this.since > SAMPLE * TRICKLE_MS;
    this.waits = 0;
    this.bytes = 0;
    this.since = now;
  }
}
