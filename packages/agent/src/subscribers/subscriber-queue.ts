import { isThenable } from "../loop/is-thenable.ts";
import type { Coalescing } from "./coalescing.ts";

export type Subscriber<TEvent> = (event: TEvent) => void | Promise<void>;

export interface SubscriberQueueOptions<TEvent> {
  /** If absent, no events are joined. */
  readonly coalescing?: Coalescing<TEvent>;
  /** Receives an error that the subscriber threw; the queue continues. */
  readonly onError: (error: unknown, event: TEvent) => void;
}

/**
 * Decouples a run from one subscriber, so that neither waits for the other. A subscriber that keeps up gets every event at once; a busy one
 * gets them in order when it is ready, with deltas joined.
 */
export class SubscriberQueue<TEvent> {
  private waiting: TEvent[] = [];
  /** Indexes in `waiting` of the events that can still be joined. */
  private readonly joinable = new Map<string, number>();
  private busy: Promise<void> | undefined;
  private closed = false;
  private readonly subscriber: Subscriber<TEvent>;
  private readonly options: SubscriberQueueOptions<TEvent>;

  constructor(subscriber: Subscriber<TEvent>, options: SubscriberQueueOptions<TEvent>) {
    this.subscriber = subscriber;
    this.options = options;
  }

  push(event: TEvent): void {
    if (this.closed) return;
    if (this.busy !== undefined) {
      this.enqueue(event);
      return;
    }
    const handled = this.deliver(event);
    if (handled !== undefined) this.busy = handled.then(() => this.drain());
  }

  /** Resolves when everything pushed so far has been handled. */
  async settled(): Promise<void> {
    while (this.busy !== undefined) await this.busy;
  }

  /** Stops all delivery and drops waiting events. */
  close(): void {
    this.closed = true;
    this.takeWaiting();
  }

  private enqueue(event: TEvent): void {
    const { coalescing } = this.options;
    const key = coalescing?.keyOf(event);
    if (coalescing === undefined || key === undefined) {
      this.joinable.clear();
      this.waiting.push(event);
      return;
    }
    const index = this.joinable.get(key);
    const older = index === undefined ? undefined : this.waiting[index];
    if (index === undefined || older === undefined) this.joinable.set(key, this.waiting.push(event) - 1);
    else this.waiting[index] = coalescing.combine(older, event);
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      for (const event of this.takeWaiting()) {
        if (this.closed) break;
        await this.deliver(event);
      }
    }
    this.busy = undefined;
  }

  private takeWaiting(): TEvent[] {
    const events = this.waiting;
    this.waiting = [];
    this.joinable.clear();
    return events;
  }

  private deliver(event: TEvent): undefined | Promise<void> {
    try {
      const handled = this.subscriber(event);
      if (!isThenable(handled)) return undefined;
      return Promise.resolve(handled).catch((error: unknown) => this.options.onError(error, event));
    } catch (error) {
      this.options.onError(error, event);
      return undefined;
    }
  }
}
