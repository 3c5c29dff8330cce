/**
 * A queue with one writer and one reader, and a final result. `push` never blocks; the reader pulls at its own pace. The event for which
 * `isTerminal` returns true ends the stream and provides the result.
 */
export class EventStream<TEvent, TResult = TEvent> implements AsyncIterable<TEvent> {
  private queue: TEvent[] = [];
  private head = 0;
  private waiting: ((next: IteratorResult<TEvent, undefined>) => void)[] = [];
  private receive: ((event: TEvent) => void) | undefined;
  private ended = false;
  private readonly outcome = Promise.withResolvers<TResult>();
  private readonly isTerminal: (event: TEvent) => boolean;
  private readonly extractResult: (event: TEvent) => TResult;

  constructor(isTerminal: (event: TEvent) => boolean, extractResult: (event: TEvent) => TResult) {
    this.isTerminal = isTerminal;
    this.extractResult = extractResult;
  }

  /** Adds an event; drops events after the end. */
  push(event: TEvent): void {
    if (this.ended) return;
    const terminal = this.isTerminal(event);
    if (terminal) {
      this.ended = true;
      this.outcome.resolve(this.extractResult(event));
    }
    if (this.receive) this.receive(event);
    else {
      const reader = this.waiting.shift();
      if (reader) reader({ value: event, done: false });
      else this.queue.push(event);
    }
    if (terminal) this.release();
  }

  /** Ends a stream that has no terminal event. Without a result, `result()` stays pending. */
  end(result?: TResult): void {
    this.ended = true;
    if (result !== undefined) this.outcome.resolve(result);
    this.release();
  }

  result(): Promise<TResult> {
    return this.outcome.promise;
  }

  /** Not a generator: with one, every event would take three microtask turns instead of one. */
  [Symbol.asyncIterator](): AsyncIterableIterator<TEvent, undefined> {
    let left = false;
    const end = { value: undefined, done: true } as const;
    return {
      next: () => (left ? Promise.resolve(end) : this.next()),
      return: () => {
        left = true;
        return Promise.resolve(end);
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  /**
   * Calls `receive` with every event within its `push`, in the place of a reader: an event that only passes through takes no microtask turn.
   * Resolves at the end of the stream; rejects with what `receive` throws, and calls it no more.
   */
  forward(receive: (event: TEvent) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      let failed = false;
      this.receive = (event) => {
        if (failed) return;
        try {
          receive(event);
        } catch (error) {
          failed = true;
          reject(error);
        }
      };
      while (this.head < this.queue.length) this.receive(this.takeHead());
      if (this.ended) resolve();
      else this.waiting.push(() => resolve());
    });
  }

  private next(): Promise<IteratorResult<TEvent, undefined>> {
    if (this.head < this.queue.length) return Promise.resolve({ value: this.takeHead(), done: false });
    if (this.ended) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Amortised O(1): the consumed front is cut off once it is the larger half. */
  private takeHead(): TEvent {
    const event = this.queue[this.head++] as TEvent;
    if (this.head > 64 && this.head * 2 > this.queue.length) {
      this.queue = this.queue.slice(this.head);
      this.head = 0;
    }
    return event;
  }

  private release(): void {
    for (const reader of this.waiting.splice(0)) reader({ value: undefined, done: true });
  }
}
