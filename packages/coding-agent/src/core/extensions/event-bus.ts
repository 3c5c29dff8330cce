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

/** What a handler throws, or rejects with, is told to `onError` and reaches no other handler. */
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
        // The promise takes what is thrown at once and what is thrown later alike.
        new Promise((resolve) => resolve(handler(data))).catch((error) => onError(channel, error));
      }
    },
    on(channel, handler) {
      const handlers = channels.get(channel) ?? new Set();
      channels.set(channel, handlers);
      // Wrapped, so that the same function subscribed twice is called twice and removed once.
      const entry = (data: unknown) => handler(data);
      handlers.add(entry);
      return () => handlers.delete(entry);
    },
    clear: () => channels.clear(),
  };
}
