import type { AgentSessionEvent, AgentSessionEventListener } from "./session-event.ts";

/** Sends events to the session's subscribers. If one throws, the error is reported and the others still receive the event. */
export class SessionEvents {
  private readonly listeners = new Set<AgentSessionEventListener>();
  private readonly first: AgentSessionEventListener;
  private readonly onListenerError: (error: unknown) => void;

  /** `first` is called with each event before any subscriber. */
  constructor(first: AgentSessionEventListener, onListenerError: (error: unknown) => void) {
    this.first = first;
    this.onListenerError = onListenerError;
  }

  subscribe(listener: AgentSessionEventListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  emit(event: AgentSessionEvent): void {
    this.first(event);
    for (const listener of this.listeners) {
      try {
        const result: unknown = listener(event);
        if (result instanceof Promise) result.catch(this.onListenerError);
      } catch (error) {
        this.onListenerError(error);
      }
    }
  }

  clear(): void {
    this.listeners.clear();
  }
}
