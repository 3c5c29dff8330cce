type Socket = import("node:net").Socket;

/** Text that appears this often still flows, and a model writes a dozen words meanwhile. */
const REST_MS = 60;
/** How many waits make up an opinion. */
const SAMPLE = 32;
/** A wait that ends sooner, or brings more, is of a server that sends as fast as it can: resting would only slow it down. */
const TRICKLE_MS = 0.5;
const TRICKLE_BYTES = 16 * 1024;

/** With it, a socket that is paused stops reading once something has come, instead of gathering it piece by piece. */
export const BATCHED_SOCKET = { highWaterMark: 1 } as const;

/**
 * A model sends a word at a time, hundreds in a second, and most of what one costs is waking up for it. Where a stream
 * trickles, its socket rests a little after each read, so that the next one finds several words.
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

  /** To be called when all is read and the wait for more begins. */
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
