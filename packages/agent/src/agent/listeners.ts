import type { AgentEvent } from "../contract/events.ts";
import { isThenable } from "../loop/is-thenable.ts";
import type { AgentListener } from "./options.ts";

/** Those who are waited for. One after the other, in the order they came; what one throws is reported and stops nobody. */
export class Listeners {
  private readonly listeners = new Set<AgentListener>();
  private readonly onError: (error: unknown, event: AgentEvent) => void;

  constructor(onError: (error: unknown, event: AgentEvent) => void) {
    this.onError = onError;
  }

  /** Returns how to stop. */
  add(listener: AgentListener): () => void {
    // A function added twice is told twice.
    const own: AgentListener = (event, signal) => listener(event, signal);
    this.listeners.add(own);
    return () => this.listeners.delete(own);
  }

  /** Synchronous as long as every listener is: a delta then costs no wait. */
  publish(event: AgentEvent, signal: AbortSignal): undefined | Promise<void> {
    let pending: Promise<void> | undefined;
    // Those who join while an event is told hear from the next one on.
    for (const listener of [...this.listeners]) {
      const tell = () => this.tell(listener, event, signal);
      pending = pending === undefined ? tell() : pending.then(tell);
    }
    return pending;
  }

  private tell(listener: AgentListener, event: AgentEvent, signal: AbortSignal): undefined | Promise<void> {
    // It may have been taken away while those before it were awaited.
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
