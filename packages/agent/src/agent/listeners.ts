import type { AgentEvent } from "../contract/events.ts";
import { isThenable } from "../loop/is-thenable.ts";
import type { AgentListener } from "./options.ts";

/** Awaited listeners, called one after the other in the order they were added. An error in one is reported and does not stop the others. */
export class Listeners {
  private readonly listeners = new Set<AgentListener>();
  private readonly onError: (error: unknown, event: AgentEvent) => void;

  constructor(onError: (error: unknown, event: AgentEvent) => void) {
    this.onError = onError;
  }

  /** Adds a listener and returns a function that removes it. */
  add(listener: AgentListener): () => void {
    // A function that is added twice is called twice.
    const own: AgentListener = (event, signal) => listener(event, signal);
    this.listeners.add(own);
    return () => this.listeners.delete(own);
  }

  /** Stays synchronous as long as every listener is, so that a delta costs no await. */
  publish(event: AgentEvent, signal: AbortSignal): undefined | Promise<void> {
    let pending: Promise<void> | undefined;
    // A listener added during delivery gets its first event with the next publish.
    for (const listener of [...this.listeners]) {
      if (pending === undefined) pending = this.tell(listener, event, signal);
      else pending = pending.then(() => this.tell(listener, event, signal));
    }
    return pending;
  }

  private tell(listener: AgentListener, event: AgentEvent, signal: AbortSignal): undefined | Promise<void> {
    // The listener may have been removed while the ones before it were awaited.
    if (!this.listeners.has(listener)) return undefined;
    try {
      const handled = listener(event, signal);
      if (!isThenable(handled)) return undefined;
      return Promise.resolve(handled).catch((error: unknown) => this.onError(error, event));
    } catch (error) {
      this.onError(error, event);
      return undefined;
    }
  }
}
