import { HindsightError, type RetainItem } from "./client.ts";

const MAX_ITEMS = 16;
const MAX_WAIT_MS = 5_000;

export interface RetainQueueOptions {
  send(items: readonly RetainItem[]): Promise<void>;
  /** Tells the user that items could not be stored. */
  onFailure(error: Error, count: number): void;
}

/** Collects memories and sends them together: when there are 16, after 5 s, and when `flush` is called. */
export class RetainQueue {
  private readonly options: RetainQueueOptions;
  private items: RetainItem[] = [];
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(options: RetainQueueOptions) {
    this.options = options;
  }

  add(items: readonly RetainItem[]): void {
    if (this.isClosed) throw new HindsightError("Hindsight retain queue is closed.", {});
    this.items.push(...items);
    if (this.items.length >= MAX_ITEMS) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), MAX_WAIT_MS).unref();
  }

  /** Sends what is queued. Never rejects: failures are reported. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const items = this.items.splice(0);
    if (items.length > 0) this.sending = this.sending.then(async () => await this.send(items));
    return this.sending;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.flush();
  }

  private async send(items: readonly RetainItem[]): Promise<void> {
    try {
      await this.options.send(items);
    } catch (error) {
      this.options.onFailure(error as Error, items.length);
    }
  }
}
