import { type Subscriber, SubscriberQueue, type SubscriberQueueOptions } from "./subscriber-queue.ts";

/** Everyone who watches and nobody who is waited for: each subscriber has a queue of its own. */
export class Subscribers<TEvent> {
  private readonly queues = new Set<SubscriberQueue<TEvent>>();
  private readonly options: SubscriberQueueOptions<TEvent>;

  constructor(options: SubscriberQueueOptions<TEvent>) {
    this.options = options;
  }

  /** Returns how to stop. */
  add(subscriber: Subscriber<TEvent>): () => void {
    const queue = new SubscriberQueue(subscriber, this.options);
    this.queues.add(queue);
    return () => {
      this.queues.delete(queue);
      queue.close();
    };
  }

  publish(event: TEvent): void {
    for (const queue of this.queues) queue.push(event);
  }

  /** Resolves when every subscriber has handled what was published so far. */
  async settled(): Promise<void> {
    await Promise.all([...this.queues].map((queue) => queue.settled()));
  }
}
