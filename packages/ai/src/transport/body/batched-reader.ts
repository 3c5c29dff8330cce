import { monotonicNow } from "../../monotonic-now.ts";

type Socket = import("node:net").Socket;

/** Text updated at this interval still looks fluent; a model writes a dozen words in that time. */
const REST_MS = 60;
/** Number of waits after which the stream is judged. */
const SAMPLE = 16;
/** Shorter waits or more bytes per wait mean that the server sends at full speed, and pausing would only slow it down. */
const TRICKLE_MS = 0.5;
const TRICKLE_BYTES = 16 * 1024;

/** With this option a paused socket stops reading after the first data instead of buffering further pieces. */
export const BATCHED_SOCKET = { highWaterMark: 1 } as const;

/**
 * A model sends one word at a time, hundreds per second, and most of the cost per word is the wake-up. While a stream trickles, this pauses
 * its socket after each read, so that the next read gets several words. Streams that rest at the same time continue at the same time: many
 * streams then wake the process no more often than one.
 */
export class BatchedReader {
  private readonly socket: Socket;
  private waits = 0;
  private bytes = 0;
  /** The time of the first read: how long the server thought before it is not part of its speed. */
  private since: number | undefined;
  private isTrickle = false;
  private isResting = false;

  constructor(socket: Socket) {
    this.socket = socket;
  }

  read(bytes: number): void {
    this.since ??= monotonicNow();
    this.bytes += bytes;
  }

  /** Must be called when everything is read and the wait for more begins. */
  wait(): void {
    this.waits++;
    if (this.waits === SAMPLE) this.judge();
    if (!this.isTrickle || this.isResting) return;
    this.isResting = true;
    this.socket.pause();
    rest(this);
  }

  stop(): void {
    if (!this.isResting) return;
    this.isResting = false;
    unrest(this);
    this.socket.resume();
  }

  private judge(): void {
    const now = monotonicNow();
    this.isTrickle = this.bytes < SAMPLE * TRICKLE_BYTES && now - (this.since ?? now) > SAMPLE * TRICKLE_MS;
    this.waits = 0;
    this.bytes = 0;
    this.since = now;
  }
}

const resting = new Set<BatchedReader>();
let timer: ReturnType<typeof setTimeout> | undefined;

function rest(reader: BatchedReader): void {
  resting.add(reader);
  timer ??= setTimeout(() => {
    timer = undefined;
    for (const each of [...resting]) each.stop();
  }, REST_MS);
}

function unrest(reader: BatchedReader): void {
  resting.delete(reader);
  if (resting.size > 0) return;
  clearTimeout(timer);
  timer = undefined;
}
