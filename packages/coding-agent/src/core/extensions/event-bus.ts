import { printNotice } from "../output/print.ts";
/** A channel between extensions. */
export interface EventBus {
  emit(channel: string, data: unknown): void;
  /** Returns a function that ends the subscription. */
  on(channel: string, handler: (data: unknown) => void): () => void;
}

export interface EventBusController extends EventBus {
  clear(): void;
}

/** Creates a bus. An error that a handler throws or rejects with is passed to `onError`; the other handlers still run. */
export function createEventBus(
  onError: (channel: string, error: unknown) => void = (channel, error) =>
    printNotice(
      `A handler of "${channel}" failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    ),
): EventBusController {
  const channels = new Map<string, Set<(data: unknown) => unknown>>();
  return {
    emit(channel, data) {
      for (const handler of [...(channels.get(channel) ?? [])]) {
        // The promise catches both synchronous and asynchronous errors.
        new Promise((resolve) => resolve(handler(data))).catch((error) => onError(channel, error));
      }
    },
    on(channel, handler) {
      const handlers = channels.get(channel) ?? new Set();
      channels.set(channel, handlers);
      // The wrapper makes each subscription unique: a function that is subscribed twice is called twice and removed once.
      const entry = (data: unknown) => handler(data);
      handlers.add(entry);
      return () => handlers.delete(entry);
    },
    clear: () => channels.clear(),
  };
}
