import { type Subscriber, SubscriberQueue, type SubscriberQueueOptions } from "./subscriber-queue.ts";

/** A set of subscribers that the publisher never waits for: each has its own queue. */
export class Subscribers<TEvent> {
  private readonly queues = new Set<SubscriberQueue<TEvent>>();
  private readonly options: SubscriberQueueOptions<TEvent>;

  constructor(options: SubscriberQueueOptions<TEvent>) {
    this.options = options;
  }

  /** Adds a subscriber and returns a function that removes it. */
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

  /** Resolves when every subscriber has handled all events published so far. */
  async settled(): Promise<void> {
    await Promise.all([...this.queues].map((queue) => queue.settled()));
  }
}
