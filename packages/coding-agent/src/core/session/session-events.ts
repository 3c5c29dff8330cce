import type { AgentSessionEvent, AgentSessionEventListener } from "./session-event.ts";

/** Tells the session's subscribers what happens. One that throws is reported and the others still hear. */
export class SessionEvents {
  private readonly listeners = new Set<AgentSessionEventListener>();
  private readonly first: AgentSessionEventListener;
  private readonly onListenerError: (error: unknown) => void;

  /** `first` is called with each event before any subscriber is. */
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
